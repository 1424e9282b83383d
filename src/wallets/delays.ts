// Things done a little later, and at once when the page goes away.

export interface Delays {
  /** Runs after `delayMs`, or before when the page is hidden. */
  readonly after: (delayMs: number, run: () => void) => Cancel;
  /** Runs what waits, and listens no more. */
  readonly stop: () => void;
}

/** Answers false when it was too late. */
export type Cancel = () => boolean;

export const createDelays = (): Delays => {
  const waiting = new Map<Cancel, () => void>();

  const runAll = () => {
    for (const run of [...waiting.values()]) run();
  };
  // Capturing, so as to be before the tracker, which then sends what it has.
  globalThis.addEventListener?.('visibilitychange', runAll, true);

  return {
    after: (delayMs, run) => {
      const end = () => {
        if (cancel()) run();
      };
      const timer = setTimeout(end, delayMs);
      const cancel = () => {
        clearTimeout(timer);
        return waiting.delete(cancel);
      };
      waiting.set(cancel, end);
      return cancel;
    },
    stop: () => {
      runAll();
      globalThis.removeEventListener?.('visibilitychange', runAll, true);
    },
  };
};
