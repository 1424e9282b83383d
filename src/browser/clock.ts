// The browser's time.
import { attempt } from '../core/attempt.js';
import type { Clock } from '../core/ports.js';

/** setTimeout takes a delay of 32 bits, and fires at once for a longer one. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

export const createClock = (): Clock => ({
  // Rounded down, since a page may have replaced Date.now by one with fractions: ids and journal
  // lines need whole milliseconds.
  now: () => Math.floor(Date.now()),
  after: (delayMs, run) => {
    const timer = setTimeout(() => attempt(run), Math.min(delayMs, LONGEST_DELAY_MS));
    return () => clearTimeout(timer);
  },
});
