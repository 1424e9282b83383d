// Rounds away the digits that adding up floating-point numbers leaves behind.

/** The decimal digits that a double always holds. */
const DIGITS = 15;
/** From here on, these digits end before the decimal point. */
const LARGE = 10 ** DIGITS;

/**
 * Answers 2815 for 2815.0000000000005. The last digits of a sum depend on the order in which the
 * database adds, and would differ from one answer to the next. Whole numbers and values that are no
 * numbers stay as they are. Large numbers become whole, and not rounder: those that are whole lie between them.
 */
export const plainNumber = <V>(value: V): V =>
  typeof value === 'number' && !Number.isInteger(value)
    ? (Number(Math.abs(value) < LARGE ? value.toPrecision(DIGITS) : value.toFixed()) as V)
    : value;
