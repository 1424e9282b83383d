// Writes rows as CSV by RFC 4180. No cell can be run as a formula by a spreadsheet.
import { plainNumber } from '../../protocol/plain-number.js';

/** The value of a cell. `null` and `undefined` make an empty cell. */
export type CsvValue = string | number | null | undefined;

export interface CsvColumn<Row> {
  readonly title: string;
  readonly value: (row: Row) => CsvValue;
}

/**
 * Matches where a formula would begin, also with a full-width sign: names of wallets, pages and campaigns are
 * written by strangers. Some spreadsheets also begin a cell after a semicolon (where commas are for decimals), a tab
 * or a line break, even within quotes. https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /(^|[;\t\r\n])(?=\s*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=[\t\r\n])/g;

function cellOf(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  // A negative number is not a formula, and must stay a number that can be summed up.
  if (typeof value === 'number') return Number.isFinite(value) ? String(plainNumber(value)) : '';
  const text = value.replace(FORMULA, "$1'");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The file: a line of titles, then the rows. Every line ends in CRLF. */
export const toCsv = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  [
    columns.map(({ title }) => cellOf(title)),
    ...rows.map((row) => columns.map(({ value }) => cellOf(value(row)))),
  ]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');
