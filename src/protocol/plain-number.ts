// Numbers without the digits that adding up makes.

/** What a double holds for sure. */
const DIGITS = 15;

/**
 * `2815` for 2815.0000000000005: behind that, sums of amounts differ by the order in which the engine adds,
 * from one answer to the next. Whole numbers and all that is no number stay as they are.
 */
export const plainNumber = <V>(value: V): V =>
  typeof value === 'number' && !Number.isInteger(value)
    ? (Number(value.toPrecision(DIGITS)) as V)
    : value;
