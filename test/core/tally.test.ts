// The counts of accepted events and what became of them.
import { expect, it } from 'vitest';
import { createTally } from '../../src/core/tally.js';

it('returns a copy of the counts, which later drops do not change', () => {
  const tally = createTally(() => {});
  tally.accept(2);
  tally.drop('expired', 'too old', 'first');
  const stats = tally.stats();
  tally.drop('expired', 'too old', 'second');
  expect(stats).toMatchObject({ accepted: 2, queued: 1, dropped: { expired: 1 } });
  expect(tally.stats()).toMatchObject({ accepted: 2, queued: 0, dropped: { expired: 2 } });
});
