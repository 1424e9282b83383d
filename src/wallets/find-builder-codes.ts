// Finds the apps that a transaction came through (ERC-8021). The decoder is loaded only for
// calldata that has the marker.
import type { TransactionEvent } from '../core/tracker-types.js';
import { readCalldata } from './read-transaction.js';

/** The end of calldata that holds builder codes. */
const MARKER = /(8021){8}$/;

/**
 * Undefined when there are no codes. When the decoder cannot be loaded, `onFault` is told and the
 * codes are left out.
 */
export const findBuilderCodes = (
  params: unknown,
  onFault: (cause: unknown) => void,
): Promise<Partial<TransactionEvent>> | undefined => {
  const marked = readCalldata(params).filter((data) => MARKER.test(data));
  if (!marked[0]) return undefined;
  return import('./read-codes.js')
    .then(({ readCodes }) => readCodes(marked))
    .catch((cause) => {
      onFault(cause);
      return {};
    });
};
