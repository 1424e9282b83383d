// A table with a caption, which scrolls within its panel on narrow screens.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { formatAmounts, formatCount } from '../format/numbers.js';
import { SortHead, type Sorting } from './sort-head.js';

interface ColumnHead {
  readonly title: string;
  readonly isNumber?: boolean;
  /** Its cells are the headings of their rows. */
  readonly isName?: boolean;
  /** Key to sort by when the heading is clicked. Default: the column cannot be sorted. */
  readonly sortBy?: string;
}

/**
 * A column says what its cell holds, or which amount it shows. All amounts of a column are written alike;
 * the cell of a row without one stays empty.
 */
export type Column<Row> = ColumnHead &
  (
    | { readonly cell: (row: Row) => ComponentChildren }
    | { readonly amount: (row: Row) => number | undefined }
  );

function cellsOf<Row>(column: Column<Row>, rows: readonly Row[]) {
  if ('cell' in column) return column.cell;
  const { amount } = column;
  const format = formatAmounts(rows.map((row) => amount(row) ?? 0));
  return (row: Row) => {
    const value = amount(row);
    return value === undefined ? '' : format(value);
  };
}

export interface DataTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf?: (row: Row, index: number) => string;
  /** How the rows are sorted now. Only columns with `sortBy` can be chosen. */
  readonly sorting?: Sorting;
  /** How many rows are drawn at first, and more at each press of the button: thousands at once stop the browser. */
  readonly step?: number;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows: all, keyOf, sorting, step = 1_000 } = props;
  const [drawn, setDrawn] = useState(step);
  const rows = all.slice(0, drawn);
  const written = columns.map((column) => ({ ...column, cell: cellsOf(column, rows) }));
  const table = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a mouse, only a focused area can be scrolled
    <section class="table-scroll" aria-label={`${caption}: table`} tabIndex={0}>
      <table>
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, isNumber, isName, sortBy }) => (
              <SortHead
                key={title}
                title={title}
                isNumber={isNumber === true}
                isName={isName === true}
                by={sortBy}
                sorting={sorting}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={keyOf?.(row, index) ?? index}>
              {written.map(({ title, isNumber, isName, cell }) =>
                isName ? (
                  <th key={title} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={title} class={isNumber ? 'number' : ''}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
  return (
    <>
      {table}
      {all.length > drawn && (
        <button type="button" class="button more" onClick={() => setDrawn(drawn + step)}>
          Show {formatCount(Math.min(step, all.length - drawn))} more
        </button>
      )}
    </>
  );
}
