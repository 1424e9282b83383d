// One planned wake-up at a time: an earlier plan replaces a later one.
import type { Clock } from './ports.js';

/** How late a wake-up may be while the page or process is merely busy. */
const LATE_MS = 1_000;

export interface Alarm {
  /**
   * Calls `run` at `at` (milliseconds since 1970), unless an earlier wake-up is planned already
   * that is not long overdue.
   */
  plan(at: number): void;
  /** Cancels the planned wake-up. */
  stop(): void;
}

export const createAlarm = (clock: Clock, run: () => void): Alarm => {
  let wakeAt = Number.POSITIVE_INFINITY;
  let cancel: (() => void) | undefined;

  return {
    plan: (at) => {
      const now = clock.now();
      // A timer that is long overdue has not fired because the clock was set forward, or because
      // the machine slept: timers do not count that time, and would wait for as long again.
      if (at >= wakeAt && wakeAt > now - LATE_MS) return;
      cancel?.();
      wakeAt = at;
      cancel = clock.after(Math.max(0, at - now), () => {
        wakeAt = Number.POSITIVE_INFINITY;
        run();
      });
    },
    stop: () => cancel?.(),
  };
};
