// The head of a column, which sorts its table where it can be.
/** @jsxImportSource preact */

export interface Sorting {
  readonly by: string;
  readonly dir: 'asc' | 'desc';
  readonly onSort: (by: string, dir: 'asc' | 'desc') => void;
}

export interface SortHeadProps {
  readonly title: string;
  readonly isNumber: boolean;
  /** Of names, which begin with the first letter; all else begins with the largest or latest. */
  readonly isName: boolean;
  /** Its name to `sorting`. */
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
