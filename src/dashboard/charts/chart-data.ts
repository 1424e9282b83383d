// The data of charts, from which both the drawing and its table are made.

export interface Series {
  readonly name: string;
  /** One for each label; null is a gap. */
  readonly values: readonly (number | null)[];
  /** Drawn faintly, as for the period before. */
  readonly isFaint?: boolean;
  /** Number of a colour in the palette, from 1. Default: the position of the series in the chart. */
  readonly colour?: number | undefined;
}

export interface ChartData {
  readonly labels: readonly string[];
  readonly series: readonly Series[];
}

/** The name of the sum of the smaller series or slices. */
export const OTHERS = 'Others';

type Row = Readonly<Record<string, unknown>>;

export const numberOf = (value: unknown): number => {
  const number = Number(value);
  return Number.isFinite(number) ? number : 0;
};

/** Writes a value of any type as a label. */
export const textOf = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? '—'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);

const valueIn = (value: unknown): number | null =>
  value === null || value === undefined ? null : numberOf(value);

/** A series for each column; NULL is a gap. */
export const byColumns = (
  rows: readonly Row[],
  x: string,
  columns: readonly string[],
): ChartData => ({
  labels: rows.map((row) => textOf(row[x])),
  series: columns.map((name) => ({ name, values: rows.map((row) => valueIn(row[name])) })),
});

/** Splits off the rest that is summed up; its sum takes one of the `most` places. Nothing is split off if all fit. */
function splitAt<T>(most: number, ranked: readonly T[]) {
  const shown = ranked.length > most ? ranked.slice(0, most - 1) : ranked;
  return { shown, rest: ranked.slice(shown.length) };
}

export interface Grouping {
  readonly x: string;
  readonly y: string;
  readonly group: string;
  /** All labels in order, also those without a row. Default: the labels of the rows. */
  readonly labels?: readonly string[];
  /** Most series; the smaller ones are summed up. */
  readonly most: number;
}

/** A series for each value of a column, the largest first. */
export function byGroup(rows: readonly Row[], { x, y, group, labels, most }: Grouping): ChartData {
  const sums = new Map<string, Map<string, number>>();
  for (const row of rows) {
    const name = textOf(row[group]);
    const values = sums.get(name) ?? new Map<string, number>();
    sums.set(name, values);
    const label = textOf(row[x]);
    values.set(label, (values.get(label) ?? 0) + numberOf(row[y]));
  }
  const total = (values: ReadonlyMap<string, number>) =>
    [...values.values()].reduce((sum, value) => sum + value, 0);
  const ranked = [...sums].sort(([, a], [, b]) => total(b) - total(a));
  const { shown, rest } = splitAt(most, ranked);
  const all = labels ?? [...new Set(rows.map((row) => textOf(row[x])))];
  const series = shown.map(([name, values]) => ({
    name,
    values: all.map((label) => values.get(label) ?? 0),
  }));
  const others = all.map((label) =>
    rest.reduce((sum, [, values]) => sum + (values.get(label) ?? 0), 0),
  );
  return {
    labels: all,
    series: rest.length === 0 ? series : [...series, { name: OTHERS, values: others }],
  };
}

export interface Slice {
  readonly name: string;
  readonly value: number;
}

/** The largest slices, and the sum of the rest: more than `most` could not be told apart. */
export function largest(slices: readonly Slice[], most: number): readonly Slice[] {
  const ranked = [...slices].sort((a, b) => b.value - a.value);
  const { shown, rest } = splitAt(most, ranked);
  const others = rest.reduce((sum, { value }) => sum + value, 0);
  return rest.length === 0 ? shown : [...shown, { name: OTHERS, value: others }];
}
