// The limits of the wait between attempts.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fullJitterMs } from '../../src/net/backoff.js';

test('the longest wait doubles from one second up to one minute', () => {
  const longest = [0, 1, 2, 5, 6, 7, 2_000].map((attempt) => fullJitterMs(attempt, () => 1));
  expect(longest).toEqual([1_000, 2_000, 4_000, 32_000, 60_000, 60_000, 60_000]);
});

test('the wait is a random share of the longest one', () => {
  fc.assert(
    fc.property(fc.nat(100), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, share) => {
      const most = fullJitterMs(attempt, () => 1);
      expect(fullJitterMs(attempt, () => share)).toBeCloseTo(share * most);
    }),
  );
});
