// Waiting that somebody else can end.
import { setTimeout as pause } from 'node:timers/promises';

export interface Nap {
  /** Until `ms` are over or `end` is called; never longer than 24 days. */
  rest(ms: number): Promise<void>;
  end(): void;
}

/** The longest that a timer can wait. */
const LONGEST_MS = 2 ** 31 - 1;

export function createNap(): Nap {
  let alarm = new AbortController();
  return {
    async rest(ms) {
      alarm = new AbortController();
      const options = { signal: alarm.signal, ref: false };
      await pause(Math.min(ms, LONGEST_MS), undefined, options).catch(() => {});
    },
    end: () => alarm.abort(),
  };
}
