// The vitals of a page, computed from made-up entries.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createVitals, type VitalEntry } from '../../../src/browser/plugins/vitals.js';

const NEVER = Number.POSITIVE_INFINITY;
const entry = (entryType: string, more: Partial<VitalEntry>): VitalEntry => ({
  ...{ entryType, name: '', startTime: 0, duration: 0 },
  ...more,
});
const shift = (startTime: number, value: number, hadRecentInput = false) =>
  entry('layout-shift', { startTime, value, hadRecentInput });
const interaction = (interactionId: number, duration: number) =>
  entry('event', { interactionId, duration });
const read = (entries: readonly VitalEntry[], hiddenAt = NEVER, count?: number) => {
  const vitals = createVitals(hiddenAt, () => count);
  vitals.add(entries);
  return vitals.read();
};

describe('paints', () => {
  const paints = [
    entry('paint', { name: 'first-paint', startTime: 50 }),
    entry('paint', { name: 'first-contentful-paint', startTime: 60 }),
    entry('largest-contentful-paint', { startTime: 60 }),
    entry('largest-contentful-paint', { startTime: 900 }),
  ];
  test('takes the first contentful and the largest contentful paint', () => {
    expect(read(paints)).toMatchObject({ fcp: 60, lcp: 900 });
    const first = entry('paint', { name: 'first-paint', startTime: 70 });
    expect(read([...paints, first, entry('longtask', {})])).toMatchObject({ fcp: 60, lcp: 900 });
  });
  test('ignores paints after the page was hidden', () => {
    expect(read(paints, 500)).toMatchObject({ fcp: 60, lcp: 60 });
    expect(read(paints, 0)).toMatchObject({ fcp: undefined, lcp: undefined });
  });
});

describe('layout shifts', () => {
  test.each([
    ['none', [], 0],
    ['near ones add up', [shift(0, 0.1), shift(900, 0.1)], 0.2],
    ['a second apart they do not', [shift(0, 0.1), shift(1_000, 0.15)], 0.15],
    [
      'a window ends after five',
      [0, 900, 1_800, 2_700, 3_600, 4_500, 5_400].map((t) => shift(t, 0.1)),
      0.6,
    ],
    ['also at five', [0, 900, 1_800, 2_700, 3_600, 4_500, 5_000].map((t) => shift(t, 0.1)), 0.6],
    ['those of a later window add up', [shift(0, 0.1), shift(9_000, 0.1), shift(9_900, 0.1)], 0.2],
    ['after input they are expected', [shift(0, 0.1), shift(100, 5, true)], 0.1],
  ])('%s', (_, shifts, expected) => {
    expect(read(shifts).cls).toBeCloseTo(expected, 10);
  });

  test('is never less than the largest shift and never more than the sum of all', () => {
    const gaps = fc.array(
      fc.record({ gap: fc.nat(3_000), value: fc.double({ min: 0, max: 1, noNaN: true }) }),
    );
    fc.assert(
      fc.property(gaps, (steps) => {
        let at = 0;
        const shifts = steps.map(({ gap, value }) => {
          at += gap;
          return shift(at, value);
        });
        const { cls } = read(shifts);
        const values = steps.map(({ value }) => value);
        expect(cls).toBeGreaterThanOrEqual(Math.max(0, ...values));
        expect(cls).toBeLessThanOrEqual(values.reduce((sum, value) => sum + value, 0) + 1e-9);
      }),
    );
  });
});

describe('interactions', () => {
  test('is undefined without interactions', () =>
    expect(read([entry('event', { duration: 300 })]).inp).toBeUndefined());
  test('takes the longest event of the slowest interaction', () => {
    expect(read([interaction(1, 40), interaction(1, 120), interaction(2, 80)]).inp).toBe(120);
    expect(read([interaction(1, 120), interaction(1, 40)]).inp).toBe(120);
    expect(read([entry('first-input', { interactionId: 1, duration: 30 })]).inp).toBe(30);
  });
  test('ignores one of fifty interactions', () => {
    const some = [interaction(1, 900), interaction(2, 200), interaction(3, 100)];
    expect(read(some, NEVER, 49).inp).toBe(900);
    expect(read(some, NEVER, 50).inp).toBe(200);
    expect(read(some, NEVER, 5_000).inp).toBe(100);
  });
  test('counts the observed interactions where the browser does not count them', () => {
    const some = Array.from({ length: 50 }, (_, id) => interaction(id + 1, id));
    expect(read(some).inp).toBe(48);
    expect(read(some.slice(1)).inp).toBe(49);
  });
  test('keeps the ten slowest interactions on a page that runs for days', () => {
    const many = Array.from({ length: 5_000 }, (_, id) => interaction(id + 1, id));
    expect(read(many, NEVER, 100).inp).toBe(4_997);
  });
});
