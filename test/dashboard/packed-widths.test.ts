// Tiles leave no hole, keep their order, and get the room that they need.
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

it('every row is full, and no tile narrower than it must be', () => {
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
