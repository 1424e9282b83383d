// The text of a value in a table.
import { plainNumber } from '../../protocol/plain-number.js';

/** Longer values would push other columns off the screen; `--json` prints them whole. */
const MOST_CHARACTERS = 60;

/** A missing value is `-`; an object or list is printed as JSON. */
export function valueCell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(plainNumber(value));
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 3)}...`;
}

/** Whether all values are numbers or null, so that the column is aligned to the right. */
export const isNumeric = (values: readonly unknown[]): boolean =>
  values.length > 0 && values.every((value) => typeof value === 'number' || value === null);
