// What is known of a wallet's provider: EIP-1193 and EIP-6963 in types, nothing of it relied on.
import { attempt } from '../core/attempt.js';
import type { WalletRef } from '../core/tracker-types.js';

/** An EIP-1193 provider, or any object that may be one. */
export type Provider = object;

/** How a wallet names itself (EIP-6963's `name` and `rdns`), in the words of the tracker's events. */
export type WalletInfo = Pick<WalletRef, 'providerName' | 'rdns'>;

/** What tells one wallet from another, across pages. */
export const keyOf = ({ rdns, providerName }: WalletInfo) => rdns ?? providerName;

export const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

/** What a wallet or an app may write an amount, a chain or an error code as. */
export const isScalar = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/** A property of anything; undefined where there is none, or where reading it throws. */
export const read = (value: unknown, key: PropertyKey): unknown =>
  isObject(value) ? attempt(() => Reflect.get(value, key, value)) : undefined;

/** The text at `key`, undefined when it is something else or empty. */
export const readText = (value: unknown, key: PropertyKey): string | undefined => {
  const text = read(value, key);
  return typeof text === 'string' && text !== '' ? text : undefined;
};
