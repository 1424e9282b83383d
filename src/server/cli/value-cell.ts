// How a value of an answer stands in a table.

/** Longer ones would push the other columns off the screen; `--json` shows them whole. */
const MOST_CHARACTERS = 60;

/** What a sum of decimals is good for: the rest is how the machine counts them. */
const SIGNIFICANT_DIGITS = 15;

/** Nothing is `-`, what is no plain value is JSON. */
export function valueCell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  const text = typeof value === 'object' ? JSON.stringify(value) : plain(value);
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 3)}...`;
}

function plain(value: unknown): string {
  const isFraction = typeof value === 'number' && !Number.isInteger(value);
  return String(isFraction ? Number(value.toPrecision(SIGNIFICANT_DIGITS)) : value);
}

/** Whether a column of such values reads better from the right. */
export const isNumeric = (values: readonly unknown[]): boolean =>
  values.length > 0 && values.every((value) => typeof value === 'number' || value === null);
