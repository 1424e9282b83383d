// The builder codes of a transaction, each once, in the field of its event.

import type { TransactionEvent } from '../core/tracker-types.js';
import { readBuilderCodes } from '../protocol/builder-codes.js';

export const readCodes = (calldata: readonly string[]): Partial<TransactionEvent> => {
  const builderCodes = [...new Set(calldata.flatMap(readBuilderCodes))];
  return builderCodes.length > 0 ? { builderCodes } : {};
};
