// A pause in sending that all tabs of an origin keep, shared through localStorage.
import { attempt } from '../core/attempt.js';
import type { Clock, SendResult } from '../core/ports.js';
import { fullJitterMs } from '../net/backoff.js';

/**
 * How far the clocks of two tabs may differ: Firefox blurs each of them, and a tracker's own clock
 * never goes back.
 */
const SKEW_MS = 60_000;

type Retry = Extract<SendResult, { readonly kind: 'retry' }>;

export interface SharedPause {
  /** The result to answer instead of a request during a pause; undefined when the tab may send. */
  check(): Retry | undefined;
  /**
   * Begins a pause after a failed request, and ends it after any other answer, unless the server
   * asked another tab for it meanwhile.
   */
  note(result: SendResult): void;
  /** The network is back: ends the pause, unless the server asked for it. */
  lift(): void;
}

/** `storage` is undefined where localStorage is denied: then each tab finds out for itself. */
export const createSharedPause = (
  storage: Storage | undefined,
  namespace: string,
  clock: Clock,
): SharedPause => {
  const key = `chaintrail-${namespace}-pause`;
  /** When this tab began a pause. It is not told of that one, which its own backoff keeps. */
  let ownSince = 0;

  /**
   * The pause: its start, its length in milliseconds, the number of failures, and 1 if the server
   * asked for it.
   */
  const read = (): readonly number[] =>
    attempt(() => storage?.getItem(key)?.split('|').map(Number)) ?? [];
  /** Where storage is full or denied, the other tabs find out for themselves. */
  const write = (...pause: readonly number[]) =>
    attempt(() => storage?.setItem(key, pause.join('|')));

  const check = (): Retry | undefined => {
    const [since = 0, lengthMs = 0, , isServersWish] = read();
    const now = clock.now();
    const afterMs = Math.min(since + lengthMs - now, lengthMs);
    // A pause that begins far in the future was written before the clock was set back. NaN counts
    // as no pause.
    if (!(afterMs > 0) || since > now + SKEW_MS || since === ownSince) return undefined;
    // Unless the server asked for it, each tab's own backoff decides how long, which ends when
    // the network is back.
    return isServersWish ? { kind: 'retry', afterMs } : { kind: 'retry' };
  };

  return {
    check,
    note: ({ kind, afterMs }: { kind: string; afterMs?: number | undefined }) => {
      // The request of a page that was left, which lets the next tab send meanwhile.
      if (!afterMs && check()?.afterMs) return;
      const [, , failures = 0] = read();
      if (kind === 'retry') {
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
