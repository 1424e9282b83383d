// When a delivery is tried again, and when no more.

/** With the waits below, the last attempt is about half a day after the first. */
export const MOST_ATTEMPTS = 8;

const FIRST_MS = 30_000;
const LONGEST_MS = 6 * 60 * 60_000;

/**
 * As long as the receiver asks for; else anywhere up to 30 s, 2 min, 8 min ... 6 h, so that what failed
 * together does not come back together. Never longer than 6 h.
 *
 * @param attempts made so far, 1 or more
 */
export function retryDelayMs(
  attempts: number,
  afterMs: number | undefined,
  random: () => number = Math.random,
): number {
  if (afterMs !== undefined) return Math.min(LONGEST_MS, Math.max(1_000, afterMs));
  // Not at once: a receiver that restarts needs a moment.
  return 1_000 + random() * Math.min(LONGEST_MS, FIRST_MS * 4 ** (attempts - 1));
}
