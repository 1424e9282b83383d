// The time of edge runtimes. Made without a timer: a Worker forbids them outside a request.
import type { Clock } from '../core/ports.js';

/** setTimeout counts in 32 bits, and runs at once what is to wait longer. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

export const createEdgeClock = (): Clock => ({
  now: () => Date.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, Math.min(delayMs, LONGEST_DELAY_MS));
    return () => clearTimeout(timer);
  },
});
