// The browser's time.
import type { Clock } from '../core/ports.js';

/** setTimeout counts in 32 bits, and runs at once what is to wait longer. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

export const createClock = (): Clock => ({
  // Whole, also where the page has put a finer one in its place: ids and journals are made of it.
  now: () => Math.floor(Date.now()),
  after: (delayMs, run) => {
    const timer = setTimeout(run, Math.min(delayMs, LONGEST_DELAY_MS));
    return () => clearTimeout(timer);
  },
});
