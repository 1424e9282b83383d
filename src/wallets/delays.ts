// Timers that fire at once when the page goes away, since a hidden page may never run again.
import { attempt } from '../core/attempt.js';

export interface Delays {
  /** Calls `run` after `delayMs`, or earlier when the page is hidden or shown. */
  readonly after: (delayMs: number, run: () => void) => Cancel;
  /** Runs what waits now, and stops listening. */
  readonly stop: () => void;
}

/** Cancels the timer; false when it had fired already. */
export type Cancel = () => boolean;

export const createDelays = (): Delays => {
  const waiting = new Set<() => void>();

  const runAll = () => {
    for (const end of [...waiting]) end();
  };
  // A capturing listener runs before the tracker's, which then sends what these timers recorded.
  globalThis.addEventListener?.('visibilitychange', runAll, true);

  return {
    after: (delayMs, run) => {
      const end = () => {
        if (waiting.delete(end)) attempt(run);
      };
      const timer = setTimeout(end, delayMs);
      waiting.add(end);
      return () => {
        // Also because a timer keeps Node running: a test runner would wait for it.
        clearTimeout(timer);
        return waiting.delete(end);
      };
    },
    stop: () => {
      runAll();
      globalThis.removeEventListener?.('visibilitychange', runAll, true);
    },
  };
};
