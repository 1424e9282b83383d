// The time of edge runtimes. Made without a timer: a Worker forbids them outside a request.
import type { Clock } from '../core/ports.js';

/** setTimeout counts in 32 bits, and runs at once what is to wait longer. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** No loop is busy for so long, and whoever was frozen has run what is late by then. */
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
      const started = setTimeout(
        () => {
          timers.delete(timer);
          run();
        },
        Math.min(delayMs, LONGEST_DELAY_MS),
      );
      return () => {
        timers.delete(timer);
        clearTimeout(started);
      };
    },
  };
};
