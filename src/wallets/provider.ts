// Types of a wallet's provider (EIP-1193, EIP-6963), and functions that read it without relying on
// any of it.
import { attempt } from '../core/attempt.js';
import type { WalletRef } from '../core/tracker-types.js';

/** An EIP-1193 provider, or any object that may be one. */
export type Provider = object;

/**
 * How a wallet names itself (`name` and `rdns` of EIP-6963), in the field names of the public API.
 */
export type WalletInfo = Pick<WalletRef, 'providerName' | 'rdns'>;

/** The key of a wallet, the same on each page: its rdns, else its name. */
export const keyOf = ({ rdns, providerName }: WalletInfo) => rdns ?? providerName;

export const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

/** Whether it is a text or a number, as wallets and apps write amounts, chains and error codes. */
export const isScalar = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/** A property of anything; undefined where there is none, or where reading it throws. */
export const read = (value: unknown, key: PropertyKey): unknown =>
  isObject(value) ? attempt(() => (value as Record<PropertyKey, unknown>)[key]) : undefined;

/** The text at `key`, undefined when it is something else or empty. */
export const readText = (value: unknown, key: PropertyKey): string | undefined => {
  const text = read(value, key);
  return typeof text === 'string' && text !== '' ? text : undefined;
};
