// The rows of a ranking that are shown: those that hold a text, in the order of a column.

export interface Count<Row> {
  readonly title: string;
  readonly value: (row: Row) => number;
  /** It has decimals; all others are whole. */
  readonly isAmount?: true;
}

/** What a ranking is of. */
export interface Ranked<Row> {
  /** Tells its rows apart: rows of several projects that share it are one. */
  readonly keyOf: (row: Row) => string;
  /** What a row is called: shown, searched and saved. */
  readonly nameOf: (row: Row) => string;
  /** The first ranks. */
  readonly counts: readonly [Count<Row>, ...Count<Row>[]];
}

export interface Shown {
  readonly find: string;
  /** Heading of a count; any other text is the name. */
  readonly by: string;
  readonly dir: 'asc' | 'desc';
}

export function shownRows<Row>(
  rows: readonly Row[],
  { keyOf, nameOf, counts }: Ranked<Row>,
  { find, by, dir }: Shown,
): readonly Row[] {
  const wanted = find.trim().toLowerCase();
  const found = rows.filter((row) =>
    [nameOf(row), keyOf(row)].some((text) => text.toLowerCase().includes(wanted)),
  );
  const count = counts.find(({ title }) => title === by);
  const sign = dir === 'asc' ? 1 : -1;
  const byName = (a: Row, b: Row) => nameOf(a).localeCompare(nameOf(b));
  return found.sort((a, b) =>
    count === undefined
      ? sign * byName(a, b)
      : sign * (count.value(a) - count.value(b)) || byName(a, b),
  );
}
