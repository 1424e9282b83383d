// Puts what libraries are told in the forms in which wallets are asked.
import { toHex } from '../core/message-id.js';
import { isScalar, read, readText } from './provider.js';

/** An amount, a chain: what JSON would not carry as text, such as the BigNumber of ethers 5. */
const toText = (value: unknown) =>
  typeof value === 'bigint' ? String(value) : isScalar(value) ? value : readText(value, '_hex');

/** A text as its bytes: one that looks like hex is a text all the same. */
export const readBytes = (message: unknown): string => {
  const raw = read(message, 'raw') ?? message;
  if (!(raw instanceof Uint8Array) && raw !== message) return String(raw);
  return `0x${toHex(raw instanceof Uint8Array ? raw : new TextEncoder().encode(String(raw)))}`;
};

/** Typed data as JSON. */
export const toTypedData = (data: object): string =>
  JSON.stringify(data, (_, value) => (typeof value === 'bigint' ? String(value) : value));

export interface LibraryTransaction {
  readonly from: unknown;
  readonly chainId: unknown;
  readonly to: unknown;
  readonly value: unknown;
  readonly data: unknown;
  readonly capabilities?: unknown;
}

export const toTransaction = ({ value, chainId, ...call }: LibraryTransaction) => ({
  ...call,
  value: toText(value),
  chainId: toText(chainId),
});
