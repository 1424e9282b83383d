// Prints rows as a table when only the names of their columns are known.
import { type Column, table } from './table.js';
import { isNumeric, valueCell } from './value-cell.js';

type Row = Readonly<Record<string, unknown>>;

/** @param empty printed when there are no rows */
export function rowTable(rows: readonly Row[], names: readonly string[], empty: string): string {
  const columns = names.map((name): Column<Row> => {
    const cell = (row: Row) => valueCell(row[name]);
    return isNumeric(rows.map((row) => row[name])) ? [name, cell, 'right'] : [name, cell];
  });
  return table(rows, columns, empty);
}
