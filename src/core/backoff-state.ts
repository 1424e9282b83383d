// Until when nothing may be sent: after a failed request, or because the server sent Retry-After.
import { fullJitterMs } from '../net/backoff.js';
import type { Clock } from './ports.js';

/** Added to a server's Retry-After, so that many clients told the same do not come at once. */
const RETRY_AFTER_JITTER_MS = 250;

export interface BackoffState {
  failed(afterMs: number | undefined): void;
  succeeded(): void;
  /** The network is back: ends our own backoff, but never a wait that the server asked for. */
  resume(): void;
  /** When sending may go on, in milliseconds since 1970. */
  until(): number;
  /** Whether the server itself asked to wait. */
  isAsked(): boolean;
}

export const createBackoffState = (clock: Clock): BackoffState => {
  let attempt = 0;
  let until = 0;
  let isServersWish = false;
  const isAsked = () => isServersWish && clock.now() < until;
  return {
    failed: (afterMs) => {
      // Another request that was on its way failed without a Retry-After: that does not take back
      // what the server asked for.
      if (!afterMs && isAsked()) return;
      isServersWish = !!afterMs;
      const askedMs = afterMs ? afterMs + Math.random() * RETRY_AFTER_JITTER_MS : 0;
      // A server may name a Retry-After date in the past each time: our own backoff keeps requests
      // apart then.
      until = clock.now() + Math.max(askedMs, fullJitterMs(attempt));
      attempt += 1;
    },
    succeeded: () => {
      // This request was sent before another one failed: its success does not show that the server
      // is back.
      if (clock.now() < until) return;
      attempt = 0;
      until = 0;
    },
    resume: () => {
      if (!isServersWish) until = clock.now() + fullJitterMs(0);
      attempt = 0;
    },
    until: () => until,
    isAsked,
  };
};
