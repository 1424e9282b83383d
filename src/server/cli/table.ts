// Prints rows in aligned columns.
import { printable } from '../printable.js';

/** A column: its heading, the text of a row's cell, and `right` to align numbers. */
export type Column<Row> = readonly [heading: string, cell: (row: Row) => string, side?: 'right'];

/** @param empty printed when there are no rows */
export function table<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  empty: string,
): string {
  if (rows.length === 0) return `${empty}\n`;
  const cells = [
    columns.map(([heading]) => heading),
    ...rows.map((row) => columns.map(([, cell]) => printable(cell(row)))),
  ];
  // Not `Math.max(...)`: its arguments are on the stack, which 130,000 of them overflow.
  const widths = columns.map((_, at) =>
    cells.reduce((width, line) => Math.max(width, line[at]?.length ?? 0), 0),
  );
  return cells
    .map((line) =>
      line
        .map((cell, at) => cell[columns[at]?.[2] ? 'padStart' : 'padEnd'](widths[at] ?? 0))
        .join('  '),
    )
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

/** A time to the minute, in UTC: `2026-01-31 09:05`. */
export const minute = (iso: string | null): string =>
  iso === null ? '-' : iso.slice(0, 16).replace('T', ' ');
