// Node's time. No timer of it keeps a process alive.
import type { Clock } from '../core/ports.js';

/** setTimeout counts in 32 bits, and runs at once what is to wait longer. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

export const createNodeClock = (): Clock => ({
  now: () => Date.now(),
  after: (delayMs, run) => {
    if (delayMs <= 0) {
      // Not unref'ed: the work of this turn is to be done before the process may end.
      const immediate = setImmediate(run);
      return () => clearImmediate(immediate);
    }
    const timer = setTimeout(run, Math.min(delayMs, LONGEST_DELAY_MS));
    timer.unref();
    return () => clearTimeout(timer);
  },
});

/** Keeps the process alive until the answer is called. */
export const holdProcess = (): (() => void) => {
  const timer = setInterval(() => {}, LONGEST_DELAY_MS);
  return () => clearInterval(timer);
};
