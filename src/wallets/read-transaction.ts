// Reads what a wallet is asked to send: a transaction, a signed one, or a batch of calls.
import { toChecksumAddress } from '../core/address.js';
import type { TransactionEvent } from '../core/tracker-types.js';
import { isScalar, read, readText } from './provider.js';

type Transaction = Partial<TransactionEvent>;

const SENDING = /^(eth|wallet)_sendTransaction$/;

/**
 * Whether the app has signed the transaction itself; `eth_sendRawTransactionSync` (EIP-7966) waits
 * for the receipt.
 */
export const isSigned = (method: string): boolean => method.startsWith('eth_sendRawTransaction');

const readScalar = (value: unknown, key: string) => {
  const scalar = read(value, key);
  // Apps also write an empty value as `0x`.
  return isScalar(scalar) && scalar !== '0x' ? scalar : undefined;
};

const readCall = (call: unknown): Transaction => ({
  to: toChecksumAddress(String(readScalar(call, 'to') ?? '')) || undefined,
  value: readScalar(call, 'value'),
  data: readText(call, 'data') ?? readText(call, 'input'),
});

/** The sender and chain that the app names, if it does. */
export const readSender = (request: unknown): Transaction => {
  const [address, chainId] = [readText(request, 'from'), readScalar(request, 'chainId')];
  return { ...(address && { address }), ...(chainId !== undefined && { chainId }) };
};

/** The calls of a batch, or the one call of a transaction. */
const readCalls = (request: unknown): readonly unknown[] => {
  const calls = read(request, 'calls');
  return Array.isArray(calls) ? calls : [request];
};

/** All calldata, and the suffix that the wallet is asked to add to it (ERC-8021). */
export const readCalldata = (params: unknown): readonly string[] => {
  const request = read(params, 0);
  const suffix = read(read(request, 'capabilities'), 'dataSuffix');
  const calls = readCalls(request).map((call) => readCall(call).data);
  return [readText(suffix, 'value'), ...calls].flatMap((data) => data ?? []);
};

/** What is sent and by whom; undefined when `method` does not send. */
export const readTransaction = (method: string, params: unknown): Transaction | undefined => {
  if (isSigned(method)) return {};
  const isBatch = method === 'wallet_sendCalls';
  if (!isBatch && !SENDING.test(method)) return undefined;
  const request = read(params, 0);
  const calls = readCalls(request);
  return {
    ...readSender(request),
    // A single call is described; of several only their number is recorded.
    ...(calls.length === 1 && readCall(calls[0])),
    ...(isBatch && {
      callCount: calls.length,
      atomic: read(request, 'atomicRequired') === true,
    }),
  };
};

/**
 * Recipient, amount and calldata of the first call in one text: equal for the same call, whether it
 * is sent alone or in a batch.
 */
export const readFirstCall = (params: unknown): string => {
  const [call] = readCalls(read(params, 0));
  // A signed transaction is a single hex text, which is taken as its calldata.
  const { to, value, data = isScalar(call) ? call : '' } = readCall(call);
  return `${to} ${Number(value ?? 0)} ${data}`.toLowerCase();
};
