// The clock of edge runtimes. It starts no timer when it is made, which a Worker forbids outside a
// request.
import type { Clock } from '../core/ports.js';

/** setTimeout takes a delay of 32 bits, and fires at once for a longer one. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/**
 * A timer counts as lost when it is this late, and again this long after it was first seen late: no
 * event loop is busy for so long, and a frozen process has run its late timers by then.
 * Milliseconds.
 */
const LOST_MS = 5_000;

interface Timer {
  readonly dueAt: number;
  /** When it was first seen to be late. */
  lateSince?: number;
}

/** @param onLost told of each timer that never ran: a Worker ends them with the request that started them */
export const createEdgeClock = (onLost: () => void): Clock => {
  const timers = new Set<Timer>();

  const isLost = (timer: Timer, now: number): boolean => {
    if (now < timer.dueAt + LOST_MS) return false;
    timer.lateSince ??= now;
    return now >= timer.lateSince + LOST_MS;
  };
  const lookForLost = (now: number): void => {
    for (const timer of timers) {
      if (isLost(timer, now) && timers.delete(timer)) onLost();
    }
  };
  return {
    now: () => Date.now(),
    after: (delayMs, run) => {
      const now = Date.now();
      lookForLost(now);
      const timer: Timer = { dueAt: now + delayMs };
      timers.add(timer);
      let isCancelled = false;
      const started = setTimeout(
        () => {
          timers.delete(timer);
          if (!isCancelled) run();
        },
        Math.min(delayMs, LONGEST_DELAY_MS),
      );
      return () => {
        isCancelled = true;
        // One that is overdue still shows whether timers run here at all.
        if (Date.now() >= timer.dueAt + LOST_MS) return;
        timers.delete(timer);
        clearTimeout(started);
      };
    },
  };
};
