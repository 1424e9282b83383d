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
  const waiting = new Set<() => void>();

  const runAll = () => {
    for (const end of [...waiting]) end();
  };
  // Capturing, so as to be before the tracker, which then sends what it has.
  globalThis.addEventListener?.('visibilitychange', runAll, true);

  return {
    after: (delayMs, run) => {
      const cancel = () => waiting.delete(end);
      const end = () => {
        if (cancel()) run();
      };
      waiting.add(end);
      setTimeout(end, delayMs);
      return cancel;
    },
    stop: () => {
      runAll();
      globalThis.removeEventListener?.('visibilitychange', runAll, true);
    },
  };
};
