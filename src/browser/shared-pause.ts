// A pause in sending that all tabs of an origin keep, through localStorage.
import { attempt } from '../core/attempt.js';
import type { Clock, SendResult } from '../core/ports.js';
import { fullJitterMs } from '../net/backoff.js';

/** How far the clocks of two tabs may differ: Firefox blurs each, and a page's own never goes back. */
const SKEW_MS = 60_000;

export interface SharedPause {
  /** What a tab answers instead of trying; undefined: it may try. */
  check(): SendResult | undefined;
  /** Begins a pause after a failure, and ends it after anything else. */
  note(result: SendResult): void;
  /** The network is back: only a pause that the server asked for goes on. */
  lift(): void;
}

/** `storage` undefined: localStorage is denied, and each tab finds out for itself. */
export const createSharedPause = (
  storage: Storage | undefined,
  namespace: string,
  clock: Clock,
): SharedPause => {
  const key = `chaintrail-${namespace}-pause`;
  /** When this tab began a pause: its tracker keeps that one itself. */
  let ownSince = 0;

  /** Since when, how long in milliseconds, after how many failures, 1 by the server's wish. */
  const read = (): readonly number[] =>
    attempt(() => storage?.getItem(key)?.split('|').map(Number)) ?? [];
  /** Full or denied: the other tabs find out for themselves. */
  const write = (...pause: readonly number[]) =>
    attempt(() => storage?.setItem(key, pause.join('|')));

  return {
    check: () => {
      const [since = 0, lengthMs = 0, , isServersWish] = read();
      const now = clock.now();
      const afterMs = Math.min(since + lengthMs - now, lengthMs);
      // A pause that begins far in the future is one from before the clock was set back. What is no number is none.
      if (!(afterMs > 0) || since > now + SKEW_MS || since === ownSince) return undefined;
      // Without a server's wish each tab's own backoff decides, which ends when the network is back.
      return isServersWish ? { kind: 'retry', afterMs } : { kind: 'retry' };
    },
    note: (result) => {
      const [, , failures = 0] = read();
      if (result.kind === 'retry') {
        const { afterMs } = result;
        ownSince = clock.now();
        write(ownSince, afterMs || fullJitterMs(failures), failures + 1, afterMs ? 1 : 0);
      } else if (failures > 0) write();
    },
    lift: () => {
      const [since, , , isServersWish] = read();
      if (since && !isServersWish) write();
    },
  };
};
