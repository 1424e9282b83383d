// Tiles leave no gap, keep their order, and get at least the width that they need.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packedWidths } from '../../src/dashboard/format/packed-widths.js';

const COLUMNS = 12;

it.each([
  [
    [4, 4, 4],
    [4, 4, 4],
  ],
  [
    [4, 6, 6],
    [6, 6, 12],
  ],
  [[4], [12]],
  [
    [4, 4, 12],
    [6, 6, 12],
  ],
  [
    [6, 4, 12, 4],
    [6, 6, 12, 12],
  ],
  [[], []],
])('%j become %j', (wanted, packed) => {
  expect(packedWidths(wanted, COLUMNS)).toEqual(packed);
});

it('fills every row, and makes no tile narrower than its minimum', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: COLUMNS })), (wanted) => {
      const packed = packedWidths(wanted, COLUMNS);
      expect(packed).toHaveLength(wanted.length);
      let filled = 0;
      packed.forEach((width, at) => {
        expect(width).toBeGreaterThanOrEqual(wanted[at] ?? 0);
        filled += width;
        expect(filled).toBeLessThanOrEqual(COLUMNS);
        if (filled === COLUMNS) filled = 0;
      });
      expect(filled).toBe(0);
    }),
  );
});
