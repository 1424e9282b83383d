// Knows an action of a library again in what its wallet's provider is asked.
import { readMessage } from './read-message.js';
import { isSigned, readFirstCall, readTransaction } from './read-transaction.js';

export const CONNECTING = /^(eth_requestAccounts|wallet_requestPermissions|wallet_connect)$/;

/** What an action is, as far as both sides can see it; undefined: nothing that is told. */
const keyOfAction = (method: string, params: unknown): string | undefined => {
  // A signed transaction does not say in clear where it goes.
  if (isSigned(method)) return 'signed';
  if (CONNECTING.test(method)) return 'connect';
  if (method === 'wallet_switchEthereumChain') return 'chain';
  const said = readMessage(method, params)?.said;
  // Whole, so that no other one begins with it.
  if (said) return `sign ${said.primaryType ?? said.message}\0`;
  // The amount and the arguments may be the library's own to find; of the function it may know nothing, either.
  return (
    readTransaction(method, params) && readFirstCall(params).replace(/ .* (0x)?(.{0,8}).*/, ' $2')
  );
};

/** Answers whether a later call is the lower part of this one; undefined: this one is not told. */
export const matchAction = (
  method: string,
  params: unknown,
): ((method: string, params: unknown) => boolean) | undefined => {
  const key = keyOfAction(method, params);
  if (!key) return undefined;
  return (below, belowParams) => `${keyOfAction(below, belowParams)}`.startsWith(key);
};
