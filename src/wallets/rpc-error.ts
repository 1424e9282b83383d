// Tells a user's refusal from a failure, in the many forms in which wallets report them.
import { textOf } from '../core/plugins.js';
import { isScalar, read } from './provider.js';

/**
 * Codes of a refusal. 4001: EIP-1193; 4001000: Wallet Standard; 5000 to 5003: WalletConnect; 5730,
 * 5750: EIP-5792; the text: ethers.
 */
const REFUSAL = /^(4001(000)?|500[0-3]|57[35]0|ACTION_REJECTED)$/;

/**
 * Messages of a refusal from wallets that give no code, or that of an internal error; the last is
 * Safe's whole text. No part of it may have any length: a node's error may be a text of megabytes,
 * which would be read anew from each of its places.
 */
const REFUSED =
  /user (has )?(rejec|deni|declin|cancel)|(clos|abort|rejec|deni|declin|cancel)[a-z]{0,9} by (the )?user|approval deni|request reset|transaction (cancel|was rejected$)/i;

/** Where libraries keep the error that they wrap. */
const INNER = ['cause', 'data', 'originalError', 'error', 'info'];

const MAX_DEPTH = 5;

const codesOf = (error: unknown, depth = MAX_DEPTH): readonly unknown[] =>
  error && depth > 0
    ? [
        typeof error === 'number' ? error : read(error, 'code'),
        ...INNER.flatMap((key) => codesOf(read(error, key), depth - 1)),
      ]
    : [];

/** How a call failed, in the fields of an event. */
export const readFault = (error: unknown) => {
  const codes = codesOf(error).filter(isScalar);
  const refusal = codes.find((code) => REFUSAL.test(String(code)));
  const isRefusal = refusal !== undefined || REFUSED.test(textOf(read(error, 'message') ?? error));
  return {
    status: isRefusal ? 'rejected' : 'failed',
    errorCode: refusal ?? codes.find((code) => typeof code === 'number') ?? codes[0],
  } as const;
};
