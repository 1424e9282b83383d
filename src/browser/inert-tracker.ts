// A tracker that does nothing: where there is no page to track, or not what is needed to track it.
import type { Tracker } from '../core/tracker-types.js';
import { warn } from './warn.js';

const VERBS =
  'page track identify detect connect disconnect chain signature transaction reset setWriteKey';

/** Its verbs do nothing, and the first one called says `why`, once. */
export const createInertTracker = (why: string): Tracker => {
  let isTold = false;
  const nothing = (verb: string) => () => {
    if (!isTold) warn(`${verb}() did nothing, nor will other calls: ${why}`);
    isTold = true;
  };
  const verbs = VERBS.split(' ').map((verb) => [verb, nothing(verb)]);
  return {
    ...Object.fromEntries(verbs),
    // True as they are: nothing waits, nothing was counted, nobody is known, and nothing is recorded.
    flush: async () => {},
    close: async () => {},
    stats: () => ({ accepted: 0, recovered: 0, delivered: 0, queued: 0, dropped: {} }),
    anonymousId: () => '',
    addresses: () => [],
    attribution: () => ({ first: {}, last: {} }),
    consent: () => 'denied',
  };
};
