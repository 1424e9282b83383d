// Rows as a file for spreadsheets: RFC 4180, and nothing in it that a spreadsheet would run.
import { plainNumber } from '../../protocol/plain-number.js';

/** What a cell may hold; numbers stay numbers, nothing is empty. */
export type CsvValue = string | number | null | undefined;

export interface CsvColumn<Row> {
  readonly title: string;
  readonly value: (row: Row) => CsvValue;
}

/**
 * Before what begins a formula in a spreadsheet, a full-width sign included. Names of wallets, pages and campaigns
 * are written by strangers. Where a comma is that of decimals, a semicolon ends a cell, and so may a tab or a line,
 * even in the quotes of a cell that is not the first. https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /(^|[;\t\r\n])(?=\s*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=[\t\r\n])/g;

function cellOf(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  // A negative number is no formula, and is to be summed up.
  if (typeof value === 'number') return Number.isFinite(value) ? String(plainNumber(value)) : '';
  const text = value.replace(FORMULA, "$1'");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** With a line of titles, and an end after each line. */
export const toCsv = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  [
    columns.map(({ title }) => cellOf(title)),
    ...rows.map((row) => columns.map(({ value }) => cellOf(value(row)))),
  ]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');
