// A tracker that does nothing: for a place without a page, or a script tag with wrong options.
import type { Tracker } from '../core/tracker-types.js';
import { warn } from './warn.js';

const VERBS =
  'page track identify detect connect disconnect chain signature transaction reset setWriteKey';

/** A tracker whose verbs do nothing. The first one called warns with `why`, once. */
export const createInertTracker = (why: string): Tracker => {
  let isTold = false;
  const nothing = (verb: string) => () => {
    if (!isTold) warn(`${verb}() did nothing, nor will other calls: ${why}`);
    isTold = true;
  };
  const verbs = VERBS.split(' ').map((verb) => [verb, nothing(verb)]);
  return {
    ...Object.fromEntries(verbs),
    // These need no warning, since their answers are true: nothing waits, nothing was counted,
    // nobody is known.
    flush: async () => {},
    close: async () => {},
    stats: () => ({ accepted: 0, recovered: 0, delivered: 0, queued: 0, dropped: {} }),
    anonymousId: () => '',
    addresses: () => [],
    attribution: () => ({ first: {}, last: {} }),
    consent: () => 'denied',
  };
};
