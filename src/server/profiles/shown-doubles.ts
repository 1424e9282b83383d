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

/** Together they lead past all the doubles of one side, of which there are fewer than 64. */
const STRIDES = [64n, 32n, 16n, 8n, 4n, 2n, 1n];

/**
 * In steps to one side from a positive double, the last one that is still shown like it. They are neighbours, so
 * they need not be tried one by one: a search may have 100,000 values.
 */
function lastShownAs(size: number, step: 1n | -1n): number {
  if (size === 0) return 0;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, size);
  for (const stride of STRIDES) {
    const bits = view.getBigInt64(0);
    view.setBigInt64(0, bits + step * stride);
    if (plainNumber(view.getFloat64(0)) !== size) view.setBigInt64(0, bits);
  }
  return view.getFloat64(0);
}
