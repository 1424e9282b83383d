// What became of accepted events, as it is told.
import { expect, it } from 'vitest';
import { createTally } from '../../src/core/tally.js';

it('tells what is so at that moment, which later drops do not change', () => {
  const tally = createTally(() => {});
  tally.accept(2);
  tally.drop('expired', 'too old', 'first');
  const stats = tally.stats();
  tally.drop('expired', 'too old', 'second');
  expect(stats).toMatchObject({ accepted: 2, queued: 1, dropped: { expired: 1 } });
  expect(tally.stats()).toMatchObject({ accepted: 2, queued: 0, dropped: { expired: 2 } });
});
