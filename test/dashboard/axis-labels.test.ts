// Labels of an axis: times are shown as such, and long names are shortened.
import { beforeAll, expect, it, vi } from 'vitest';
import { axisLabels } from '../../src/dashboard/charts/axis-labels.js';

beforeAll(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
});

it.each([
  [['2026-03-01', '2026-03-02 00:00:00'], ['Mar 1', 'Mar 2'], true],
  [['2025-03-02', '2026-03-01'], ['Mar 2', 'Mar 1'], true],
  [['2025-03-01', '2026-03-01'], ['Mar 1, 2025', 'Mar 1, 2026'], true],
  [['2025-01-01', '2026-03-01'], ['Jan 1, 2025', 'Mar 1, 2026'], true],
  [['2026-03-01 00:00:00', '2026-03-02 13:00:00'], ['Mar 1 00:00', 'Mar 2 13:00'], true],
  [['US', '2026-03-01'], ['US', '2026-03-01'], false],
  // Data may contain any text: no calendar has this day.
  [['2026-13-01', '2026-03-01'], ['2026-13-01', '2026-03-01'], false],
  [['0000-00-00'], ['0000-00-00'], false],
  [['', 'سلام'], ['', 'سلام'], false],
  [[], [], false],
])('%j is shown as %j', (labels, full, areTimes) => {
  expect(axisLabels(labels)).toEqual({ full, short: full, areTimes });
});

it('within one day, only hours are shown on the axis', () => {
  const { full, short } = axisLabels(['2026-03-01 00:00:00', '2026-03-01 13:00:00']);
  expect(full).toEqual(['Mar 1 00:00', 'Mar 1 13:00']);
  expect(short).toEqual(['00:00', '13:00']);
});

it('a single value at midnight is shown as an hour', () => {
  expect(axisLabels(['2026-03-01 00:00:00'])).toMatchObject({
    ...{ full: ['Mar 1 00:00'], short: ['00:00'] },
  });
  expect(axisLabels(['2026-03-01']).full).toEqual(['Mar 1']);
});

it('seconds are shown if some are not 0', () => {
  const { full, short } = axisLabels(['2026-03-01 10:00:00', '2026-03-01T10:00:07.250Z']);
  expect(full).toEqual(['Mar 1 10:00:00', 'Mar 1 10:00:07']);
  expect(short).toEqual(['10:00:00', '10:00:07']);
});

it('a long name is shown in full in the table, and shortened on the axis', () => {
  const long = 'components.modal.confirm.button.primary.clicked';
  const { full, short } = axisLabels([long, 'swap_completed', '🚀'.repeat(30)]);
  expect(full[0]).toBe(long);
  expect(short).toEqual(['components.moda…', 'swap_completed', `${'🚀'.repeat(15)}…`]);
});
