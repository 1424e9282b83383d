// A table that says what it is about, and scrolls by itself where the screen is narrow.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { SortHead, type Sorting } from './sort-head.js';

export interface Column<Row> {
  readonly title: string;
  readonly isNumber?: boolean;
  /** Heads its row. */
  readonly isName?: boolean;
  /** What rows are sorted by when its head is pressed. Default: they are not. */
  readonly sortBy?: string;
  readonly cell: (row: Row) => ComponentChildren;
}

export interface DataTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf?: (row: Row, index: number) => string;
  /** Of the columns that may be. */
  readonly sorting?: Sorting;
}

export function DataTable<Row>({ caption, columns, rows, keyOf, sorting }: DataTableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls what does not fit
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
              {columns.map(({ title, isNumber, isName, cell }) =>
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
}
