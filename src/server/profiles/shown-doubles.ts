// Which doubles an answer shows as the same number: conditions compare what is shown, not what the engine summed.
import { plainNumber } from '../../protocol/plain-number.js';

/** Both ends belong to it. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

/**
 * The doubles that are shown as `value` is: for 0.3 also 0.1 + 0.2, which is 0.30000000000000004. There are
 * some ten to a hundred of them for a number up to 1e15, fewer than ten beyond, and only one from 2 ** 53 on.
 */
export function doublesShownAs(value: number): Range {
  const shown = plainNumber(value);
  const size = Math.abs(shown);
  const inner = lastShownAs(size, -1n);
  const outer = lastShownAs(size, 1n);
  return shown < 0 ? { least: -outer, most: -inner } : { least: inner, most: outer };
}

/** In steps to one side from a positive double, the last one that is still shown like it. */
function lastShownAs(size: number, step: bigint): number {
  if (size === 0) return 0;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, size);
  for (let last = size; ; last = view.getFloat64(0)) {
    view.setBigInt64(0, view.getBigInt64(0) + step);
    if (plainNumber(view.getFloat64(0)) !== size) return last;
  }
}
