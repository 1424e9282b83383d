// A tracker that is there from the first render, and makes the real one when a verb is first
// called.
import type { Tracker } from '../core/tracker-types.js';

const VERBS = [
  ...['page', 'track', 'identify', 'detect', 'connect', 'disconnect', 'chain', 'signature'],
  ...['transaction', 'reset', 'flush', 'close', 'stats', 'anonymousId', 'addresses', 'attribution'],
  ...['consent', 'setWriteKey'],
] as (keyof Tracker)[];

/**
 * Needed because effects of children run before those of the provider around them: their calls must
 * not be lost.
 */
export const createLazyTracker = (find: () => Tracker): Tracker =>
  Object.fromEntries(
    VERBS.map((verb) => [
      verb,
      (...input: never[]) => (find()[verb] as (...given: never[]) => unknown)(...input),
    ]),
  ) as unknown as Tracker;
