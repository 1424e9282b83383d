// Answers have a row for each project of the workspace; the dashboard shows the workspace as a whole.

/**
 * One row for each name, in their order, with the sums of its numbers. A visitor of two projects counts in both.
 *
 * @param nameOf what the rows of several projects share
 */
export function overProjects<Row extends object>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): readonly Row[] {
  const merged = new Map<string, Row>();
  for (const row of rows) {
    const before = merged.get(nameOf(row));
    merged.set(nameOf(row), before === undefined ? row : plus(before, row));
  }
  return merged.size === rows.length ? rows : [...merged.values()];
}

const plus = <Row extends object>(a: Row, b: Row): Row => {
  const other = b as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(a).map(([name, value]) => [
      name,
      typeof value === 'number' ? value + Number(other[name] ?? 0) : value,
    ]),
  ) as Row;
};
