// Sums as answers show them, in SQL: without the digits that adding up floating-point numbers leaves behind.

/**
 * SQL of the number that `plainNumber` (src/protocol/plain-number.ts) shows; null for null. To be ordered by: the
 * last digits of a sum depend on the order in which the engine adds, and differ from one query to the next. Sums
 * that are shown as equal would change places between two pages of a list.
 *
 * @param value SQL of a Float64
 */
export const plainNumberSql = (value: string): string => {
  // From 1e15 on whole, like `plainNumber`. No number below 1e-290 is told from zero, since its scale would be infinite.
  const scale = `pow(10, greatest(14 - floor(log10(greatest(abs(${value}), 1e-290))), 0))`;
  return `if(${value} = trunc(${value}), ${value}, round(${value} * ${scale}) / ${scale})`;
};
