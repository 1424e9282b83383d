// Which numbers an answer shows as one: a condition means what is shown, and not what the engine added up.
import { plainNumber } from '../../protocol/plain-number.js';

/** Both ends belong to it. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

/**
 * The doubles that are answered as `value` is: 0.3 with 0.1 + 0.2, which is 0.30000000000000004. Some ten to
 * a hundred of a number up to 1e15, and one beyond.
 */
export function doublesShownAs(value: number): Range {
  const shown = plainNumber(value);
  const size = Math.abs(shown);
  const inner = lastShownAs(size, -1n);
  const outer = lastShownAs(size, 1n);
  return shown < 0 ? { least: -outer, most: -inner } : { least: inner, most: outer };
}

/** The last double, from a positive one on to one side, that is shown like it. */
function lastShownAs(size: number, step: bigint): number {
  if (size === 0) return 0;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, size);
  for (let last = size; ; last = view.getFloat64(0)) {
    view.setBigInt64(0, view.getBigInt64(0) + step);
    if (plainNumber(view.getFloat64(0)) !== size) return last;
  }
}
