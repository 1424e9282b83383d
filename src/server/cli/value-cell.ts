// How a value of an answer stands in a table.
import { plainNumber } from '../../protocol/plain-number.js';

/** Longer ones would push the other columns off the screen; `--json` shows them whole. */
const MOST_CHARACTERS = 60;

/** Nothing is `-`, what is no plain value is JSON. */
export function valueCell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(plainNumber(value));
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 3)}...`;
}

/** Whether a column of such values reads better from the right. */
export const isNumeric = (values: readonly unknown[]): boolean =>
  values.length > 0 && values.every((value) => typeof value === 'number' || value === null);
