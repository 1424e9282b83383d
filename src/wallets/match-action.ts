// Recognises a library's action in the request that its wallet's provider gets.
import { CONNECTING } from './observe-connecting.js';
import { readMessage } from './read-message.js';
import { isSigned, readFirstCall, readTransaction } from './read-transaction.js';

/**
 * A key of what both the library's call and the provider's request show; undefined when the call is
 * not recorded.
 */
const keyOfAction = (method: string, params: unknown): string | undefined => {
  // Where a signed transaction goes is not readable, only encoded.
  if (isSigned(method)) return 'signed';
  if (CONNECTING.test(method)) return 'connect';
  if (method === 'wallet_switchEthereumChain') return 'chain';
  const said = readMessage(method, params)?.said;
  // The `\0` ends the message, so that a longer one that begins with it does not match.
  if (said) return `sign ${said.primaryType ?? said.message}\0`;
  // Only recipient and selector: the library may fill in amount and arguments later, and its plugin
  // may not know the selector either.
  return (
    readTransaction(method, params) && readFirstCall(params).replace(/ .* (0x)?(.{0,8}).*/, ' $2')
  );
};

/**
 * Answers the function that tells whether a later request comes from this call; undefined when this
 * call is not recorded.
 */
export const matchAction = (
  method: string,
  params: unknown,
): ((method: string, params: unknown) => boolean) | undefined => {
  const key = keyOfAction(method, params);
  if (!key) return undefined;
  return (below, belowParams) => `${keyOfAction(below, belowParams)}`.startsWith(key);
};
