// Who is to be forgotten: the ids under which one person's data are stored.
import { createHash } from 'node:crypto';
import { DomainError } from '../errors/domain-error.js';
import { walletOf } from '../profiles/address.js';

/** What names a person; at least one of them. */
export interface PersonRequest {
  readonly address?: string | undefined;
  readonly anonymous_id?: string | undefined;
  readonly user_id?: string | undefined;
}

export interface PersonIds {
  /** As they are stored. */
  readonly wallets: readonly string[];
  readonly anonymousIds: readonly string[];
  readonly userIds: readonly string[];
}

/** What events carry, whatever their form. */
export interface CarriedIds {
  readonly address: string;
  readonly anonymous_id: string;
  readonly user_id: string;
}

/** Whether the address in a request is not a valid one; events may carry it all the same. */
export const isOddAddress = ({ address }: PersonRequest): boolean =>
  address !== undefined && walletOf(address.trim()) === undefined;

export const notAnAddress = (address = ''): DomainError =>
  new DomainError(
    'BAD_REQUEST',
    `The address must be an EVM or Solana address, or the address of an event; it is "${address.slice(0, 100)}".`,
    { param: 'body.address' },
  );

/** @throws {DomainError} BAD_REQUEST when nobody is named */
export function personIds({ address, anonymous_id, user_id }: PersonRequest): PersonIds {
  const ids = {
    wallets: address === undefined ? [] : [walletOf(address.trim()) ?? address],
    anonymousIds: anonymous_id === undefined ? [] : [anonymous_id],
    userIds: user_id === undefined ? [] : [user_id],
  };
  if (idHashes('', ids).length > 0) return ids;
  throw new DomainError(
    'BAD_REQUEST',
    'Name the person by an address, an anonymous id or a user id.',
    { param: 'body' },
  );
}

const walletIn = (address: string): string => walletOf(address) ?? address;

/** Whether an event is the person's. */
export function isPersons(
  { wallets, anonymousIds, userIds }: PersonIds,
  event: CarriedIds,
): boolean {
  return (
    wallets.includes(walletIn(event.address)) ||
    anonymousIds.includes(event.anonymous_id) ||
    userIds.includes(event.user_id)
  );
}

/** What is remembered of forgotten ids: enough to know them again, too little to read them. */
export const idHashes = (projectId: string, ids: PersonIds): readonly string[] => [
  ...ids.wallets.map((id) => hashOf(projectId, 'address', id)),
  ...ids.anonymousIds.map((id) => hashOf(projectId, 'anonymous_id', id)),
  ...ids.userIds.map((id) => hashOf(projectId, 'user_id', id)),
];

export const hashesOfEvent = (projectId: string, event: CarriedIds): readonly string[] =>
  idHashes(projectId, {
    wallets: event.address === '' ? [] : [walletIn(event.address)],
    anonymousIds: event.anonymous_id === '' ? [] : [event.anonymous_id],
    userIds: event.user_id === '' ? [] : [event.user_id],
  });

const hashOf = (projectId: string, kind: string, id: string): string =>
  createHash('sha256')
    .update(JSON.stringify([projectId, kind, id]))
    .digest('hex');

/** A text property of a refused event, which may be any value; empty where it has none. */
export function textInside(event: unknown, name: string): string {
  const bag = typeof event === 'object' && event !== null ? event : {};
  const value: unknown = Object.hasOwn(bag, name) ? Reflect.get(bag, name) : '';
  return typeof value === 'string' ? value : '';
}

export const idsInside = (event: unknown): CarriedIds => ({
  address: textInside(event, 'address'),
  anonymous_id: textInside(event, 'anonymous_id'),
  user_id: textInside(event, 'user_id'),
});
