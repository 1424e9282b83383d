// Which apps brought a transaction: its builder codes, as told or at the end of its calldata (ERC-8021).
import {
  readBuilderCodes as readCodesOfCalldata,
  splitBuilderCodes,
  tidyBuilderCodes,
} from '../../../protocol/builder-codes.js';
import { type Bag, own } from '../bag.js';

/** The codes in a transaction's properties, each once. */
export function readBuilderCodes(properties: Bag): readonly string[] {
  const told = own(properties, 'builder_codes');
  if (Array.isArray(told)) return tidyBuilderCodes(told);
  if (typeof told === 'string') return tidyBuilderCodes(splitBuilderCodes(told));
  const calldata = own(properties, 'data');
  return typeof calldata === 'string' ? readCodesOfCalldata(calldata) : [];
}
