// Converts a library's arguments to the parameters of a wallet's JSON-RPC request.
import { toHex } from '../core/message-id.js';
import { isScalar, read, readText } from './provider.js';

/**
 * An amount or a chain in a form that JSON can carry, also from a bigint or the BigNumber of ethers
 * 5.
 */
const toText = (value: unknown) =>
  typeof value === 'bigint' ? String(value) : isScalar(value) ? value : readText(value, '_hex');

/** A message as hex. A text becomes its bytes, even if it looks like hex; `raw` is hex or bytes. */
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
