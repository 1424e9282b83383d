// The backoff of deliveries: when one is tried again, and after how many attempts it is given up.

/**
 * With the random waits below, the last attempt is 7 hours after the first on average, and 15 at most; with the waits that
 * a receiver may ask for, 42.
 */
export const MOST_ATTEMPTS = 8;

const FIRST_MS = 30_000;
const LONGEST_MS = 6 * 60 * 60_000;

/**
 * The receiver's Retry-After, else a random wait of up to 30 s, 2 min, 8 min ... 6 h (full jitter), so that
 * deliveries that failed together do not return together. Never longer than 6 h.
 *
 * @param attempts made so far, 1 or more
 */
export function retryDelayMs(
  attempts: number,
  afterMs: number | undefined,
  random: () => number = Math.random,
): number {
  if (afterMs !== undefined) return Math.min(LONGEST_MS, Math.max(1_000, afterMs));
  // At least a second: a receiver that restarts needs a moment.
  return 1_000 + random() * Math.min(LONGEST_MS, FIRST_MS * 4 ** (attempts - 1));
}
