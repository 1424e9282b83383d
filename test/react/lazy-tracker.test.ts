// A lazy tracker is a tracker: whatever is asked of it, the real one is asked.
import { expect, test } from 'vitest';
import type { Tracker } from '../../src/core/tracker-types.js';
import { createLazyTracker } from '../../src/react/lazy-tracker.js';

/** All of them, as the compiler sees to. */
const VERBS: Readonly<Record<keyof Tracker, true>> = {
  page: true,
  track: true,
  identify: true,
  detect: true,
  connect: true,
  disconnect: true,
  chain: true,
  signature: true,
  transaction: true,
  reset: true,
  flush: true,
  close: true,
  stats: true,
  anonymousId: true,
  addresses: true,
  attribution: true,
  consent: true,
  setWriteKey: true,
};

test('passes each call on, with all that it is given, and gives back the answer', () => {
  const verbs = Object.keys(VERBS);
  const echo = (verb: string) => [verb, (...input: unknown[]) => [verb, ...input]];
  const lazy = createLazyTracker(() => Object.fromEntries(verbs.map(echo)) as Tracker);
  const ask = lazy as unknown as Readonly<Record<string, (...input: unknown[]) => unknown>>;
  expect(Object.keys(lazy).sort()).toEqual([...verbs].sort());
  for (const verb of verbs) expect(ask[verb]?.(1, 2, 3)).toEqual([verb, 1, 2, 3]);
});
