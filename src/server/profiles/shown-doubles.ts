// Which numbers an answer shows as one: a condition means what is shown, and not what the engine added up.
import { plainNumber } from '../../protocol/plain-number.js';

/**
 * All doubles that are answered as `value` is, ascending: 0.3 with 0.1 + 0.2, which is 0.30000000000000004.
 * Some ten to a hundred of a number up to 1e15, and one beyond.
 */
export function doublesShownAs(value: number): readonly number[] {
  const shown = plainNumber(value);
  if (shown === 0) return [0];
  const sign = Math.sign(shown);
  const size = Math.abs(shown);
  const below = walk(size, -1n).toReversed();
  const sizes = [...below, size, ...walk(size, 1n)];
  return sign > 0 ? sizes : sizes.map((one) => -one).toReversed();
}

/** The doubles next to a positive one, as far as they are shown like it. */
function walk(size: number, step: bigint): readonly number[] {
  const view = new DataView(new ArrayBuffer(8));
  const found: number[] = [];
  view.setFloat64(0, size);
  for (;;) {
    view.setBigInt64(0, view.getBigInt64(0) + step);
    const next = view.getFloat64(0);
    if (plainNumber(next) !== size) return found;
    found.push(next);
  }
}
