// How long to wait before the next attempt when the server did not say.

const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

/**
 * Exponential backoff with full jitter: anywhere between nothing and 1 s, 2 s, 4 s ... at most 60 s, so
 * that clients that failed together do not come back together
 * (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
 *
 * @param attempt how many attempts failed before the one that just did: 0 the first time
 * @returns milliseconds
 */
export const fullJitterMs = (attempt: number, random: () => number = Math.random): number =>
  random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt);
