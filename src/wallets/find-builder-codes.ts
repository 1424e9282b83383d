// Finds which apps brought a transaction (ERC-8021); what reads it is loaded for who says so.
import type { TransactionEvent } from '../core/tracker-types.js';
import { readCalldata } from './read-transaction.js';

/** How calldata ends that holds builder codes. */
const MARKER = /(8021){8}$/;

/** Undefined: there are none. Without what reads them, `onFault` hears of it and they are left out. */
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
