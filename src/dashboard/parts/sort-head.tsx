// The heading of a column, with a button that sorts the table if the column can be sorted.
/** @jsxImportSource preact */

export interface Sorting {
  readonly by: string;
  readonly dir: 'asc' | 'desc';
  readonly onSort: (by: string, dir: 'asc' | 'desc') => void;
}

export interface SortHeadProps {
  readonly title: string;
  readonly isNumber: boolean;
  /** Columns of names are sorted from A to Z first, all others from the largest or latest value. */
  readonly isName: boolean;
  /** Key of the column in `sorting`; undefined if the table cannot be sorted by it. */
  readonly by: string | undefined;
  readonly sorting: Sorting | undefined;
}

export function SortHead({ title, isNumber, isName, by, sorting }: SortHeadProps) {
  const look = isNumber ? 'number' : '';
  if (by === undefined || sorting === undefined) {
    return (
      <th scope="col" class={look}>
        {title}
      </th>
    );
  }
  const dir = sorting.by === by ? sorting.dir : undefined;
  const begin = isName ? 'asc' : 'desc';
  const next = dir === undefined ? begin : dir === 'desc' ? 'asc' : 'desc';
  return (
    <th
      scope="col"
      class={look}
      aria-sort={dir === undefined ? 'none' : dir === 'asc' ? 'ascending' : 'descending'}
    >
      <button type="button" class="sort" onClick={() => sorting.onSort(by, next)}>
        {title}
        <span class="sort-sign" aria-hidden="true">
          {dir === undefined ? '↕' : dir === 'asc' ? '↑' : '↓'}
        </span>
      </button>
    </th>
  );
}
