// A lazy tracker passes every call on to the real one.
import { expect, test } from 'vitest';
import type { Tracker } from '../../src/core/tracker-types.js';
import { createLazyTracker } from '../../src/react/lazy-tracker.js';

/** Every verb; the compiler checks that none is missing. */
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

test('passes on each call with all arguments, and returns the result', () => {
  const verbs = Object.keys(VERBS);
  const echo = (verb: string) => [verb, (...input: unknown[]) => [verb, ...input]];
  const lazy = createLazyTracker(() => Object.fromEntries(verbs.map(echo)) as Tracker);
  const ask = lazy as unknown as Readonly<Record<string, (...input: unknown[]) => unknown>>;
  expect(Object.keys(lazy).sort()).toEqual([...verbs].sort());
  for (const verb of verbs) expect(ask[verb]?.(1, 2, 3)).toEqual([verb, 1, 2, 3]);
});
