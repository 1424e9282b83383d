// Searches and sorts the rows of a ranking.

export interface Count<Row> {
  readonly title: string;
  readonly value: (row: Row) => number;
  /** Whether the values have decimals. Default: they are whole numbers. */
  readonly isAmount?: true;
}

/** How the rows of a ranking are identified, named and counted. */
export interface Ranked<Row> {
  /** Identifies a row: rows of several projects with the same key are merged into one. */
  readonly keyOf: (row: Row) => string;
  /** The name of a row, which is shown, searched and exported. */
  readonly nameOf: (row: Row) => string;
  /** The first one decides the rank. */
  readonly counts: readonly [Count<Row>, ...Count<Row>[]];
}

export interface Shown {
  readonly find: string;
  /** Title of the count to sort by; any other text sorts by name. */
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
