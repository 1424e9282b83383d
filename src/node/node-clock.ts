// The clock of Node. Its timers do not keep a process alive.
import type { Clock } from '../core/ports.js';

/** setTimeout takes a delay of 32 bits, and fires at once for a longer one. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

export const createNodeClock = (): Clock => ({
  now: () => Date.now(),
  after: (delayMs, run) => {
    if (delayMs <= 0) {
      // Not unref'ed, since this work has to be done before the process may end.
      const immediate = setImmediate(run);
      return () => clearImmediate(immediate);
    }
    const timer = setTimeout(run, Math.min(delayMs, LONGEST_DELAY_MS));
    timer.unref();
    return () => clearTimeout(timer);
  },
});

/** Keeps the process alive until the function that it answers is called. */
export const holdProcess = (): (() => void) => {
  const timer = setInterval(() => {}, LONGEST_DELAY_MS);
  return () => clearInterval(timer);
};
