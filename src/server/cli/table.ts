// Lays rows out in columns, for people.
import { printable } from '../printable.js';

/** A column: its heading, what stands in it, and `right` for numbers. */
export type Column<Row> = readonly [heading: string, cell: (row: Row) => string, side?: 'right'];

/** @param empty what is said when there are no rows */
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
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
  return cells
    .map((line) =>
      line
        .map((cell, at) => cell[columns[at]?.[2] ? 'padStart' : 'padEnd'](widths[at] ?? 0))
        .join('  '),
    )
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

/** To the minute, in UTC: `2026-01-31 09:05`. */
export const minute = (iso: string | null): string =>
  iso === null ? '-' : iso.slice(0, 16).replace('T', ' ');
