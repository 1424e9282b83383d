// Answers have separate rows for each project of a workspace. The dashboard shows their sums.

/**
 * Merges rows of the same name, in the order of their first, and sums up their numbers. A visitor of two projects
 * is counted twice.
 *
 * @param nameOf rows with the same name are merged
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
