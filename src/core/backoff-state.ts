// Until when nothing may be sent: after a failure, or because the server asked for patience.
import { fullJitterMs } from '../net/backoff.js';
import type { Clock } from './ports.js';

/** Added to a server's Retry-After, so that many clients told the same do not come at once. */
const RETRY_AFTER_JITTER_MS = 250;

export interface BackoffState {
  failed(afterMs: number | undefined): void;
  succeeded(): void;
  /** The network is back: forgets a backoff, never the server's wish. */
  resume(): void;
  /** Milliseconds since 1970. */
  until(): number;
  /** Whether the server itself asked to wait. */
  isAsked(): boolean;
}

export const createBackoffState = (clock: Clock): BackoffState => {
  let attempt = 0;
  let until = 0;
  let isServersWish = false;
  return {
    failed: (afterMs) => {
      isServersWish = !!afterMs;
      const askedMs = afterMs ? afterMs + Math.random() * RETRY_AFTER_JITTER_MS : 0;
      // The date that a server names may be past, again and again.
      until = clock.now() + Math.max(askedMs, fullJitterMs(attempt));
      attempt += 1;
    },
    succeeded: () => {
      // An answer to what was asked before another request failed says nothing about now.
      if (clock.now() < until) return;
      attempt = 0;
      until = 0;
    },
    resume: () => {
      if (!isServersWish) until = clock.now() + fullJitterMs(0);
      attempt = 0;
    },
    until: () => until,
    isAsked: () => isServersWish && clock.now() < until,
  };
};
