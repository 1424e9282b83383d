// Turns rows into series without losing anything that they count.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byColumns, byGroup, largest } from '../../src/dashboard/charts/chart-data.js';

const ROWS = [
  { day: '2026-03-01', kind: 'page', hits: 3 },
  { day: '2026-03-02', kind: 'page', hits: 2 },
  { day: '2026-03-02', kind: 'connect', hits: 1 },
  { day: '2026-03-02', kind: '', hits: '4' },
];

it('columns become series', () => {
  expect(byColumns(ROWS, 'day', ['hits'])).toEqual({
    labels: ['2026-03-01', '2026-03-02', '2026-03-02', '2026-03-02'],
    series: [{ name: 'hits', values: [3, 2, 1, 4] }],
  });
});

it('NULL is a gap, and not a zero', () => {
  const rows = [{ day: 'a', hits: 0 }, { day: 'b', hits: null }, { day: 'c' }];
  expect(byColumns(rows, 'day', ['hits']).series[0]?.values).toEqual([0, null, null]);
});

it('keeps the largest slices, and sums up the rest', () => {
  const slices = [1, 5, 2, 3].map((value) => ({ name: `s${value}`, value }));
  expect(largest(slices, 3)).toEqual([
    { name: 's5', value: 5 },
    { name: 's3', value: 3 },
    { name: 'Others', value: 3 },
  ]);
  expect(largest(slices, 4).map(({ value }) => value)).toEqual([5, 3, 2, 1]);
});

it('groups become series, the largest first and the rest summed up', () => {
  expect(byGroup(ROWS, { x: 'day', y: 'hits', group: 'kind', most: 2 })).toEqual({
    labels: ['2026-03-01', '2026-03-02'],
    series: [
      { name: 'page', values: [3, 2] },
      { name: 'Others', values: [0, 5] },
    ],
  });
});

it('days without rows are shown as well', () => {
  const labels = ['2026-02-28', '2026-03-01', '2026-03-02'];
  const data = byGroup(ROWS, { x: 'day', y: 'hits', group: 'kind', labels, most: 9 });
  expect(data.labels).toEqual(labels);
  expect(data.series[0]).toEqual({ name: 'page', values: [0, 3, 2] });
});

it('with any number of series, their sum is that of the rows', () => {
  const row = fc.record({
    x: fc.constantFrom('a', 'b', 'c'),
    group: fc.constantFrom('p', 'q', 'r', 's', 't'),
    y: fc.nat(1_000),
  });
  fc.assert(
    fc.property(fc.array(row), fc.integer({ min: 1, max: 6 }), (rows, most) => {
      const { series } = byGroup(rows, { x: 'x', y: 'y', group: 'group', most });
      const sum = series.flatMap(({ values }) => values).reduce<number>((a, b) => a + (b ?? 0), 0);
      expect(sum).toBe(rows.reduce((total, { y }) => total + y, 0));
      expect(series.length).toBeLessThanOrEqual(most);
    }),
    { numRuns: 100 },
  );
});
