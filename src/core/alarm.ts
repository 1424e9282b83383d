// One planned wake-up at a time: an earlier plan replaces a later one.
import type { Clock } from './ports.js';

export interface Alarm {
  /**
   * Calls `run` at `at` (milliseconds since 1970), unless an earlier wake-up is planned already.
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
      if (at >= wakeAt) return;
      cancel?.();
      wakeAt = at;
      cancel = clock.after(Math.max(0, at - clock.now()), () => {
        wakeAt = Number.POSITIVE_INFINITY;
        run();
      });
    },
    stop: () => cancel?.(),
  };
};
