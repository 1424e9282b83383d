// Whether to send a request again, and after how long.
import { parseRetryAfter } from '../net/retry-after.js';

const FIRST_MS = 500;
const LONGEST_MS = 8_000;
/**
 * A longer wait that a server asks for is not kept, so that the caller hears of the failure sooner.
 */
const LONGEST_ASKED_MS = 60_000;
/** Seconds beyond this are an instant since 1970 and not a duration. */
const EPOCH_SECONDS = 1_000_000_000;

/** `x-should-retry` decides when it is there; else 408, 429, 5xx, and 409 while the same call runs. */
export function isRetryable(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  code: string | undefined,
): boolean {
  const said = headers.get('x-should-retry');
  if (said === 'true' || said === 'false') return said === 'true';
  return (
    status === 408 ||
    status === 429 ||
    status >= 500 ||
    (status === 409 && code === 'IDEMPOTENCY_IN_PROGRESS')
  );
}

/**
 * What the server asked for, when that is at most a minute; else 0.5 s, 1 s, 2 s ... at most 8 s, less
 * up to a quarter.
 *
 * @param attempt how many attempts were made before the one that failed
 * @returns milliseconds
 */
export function retryDelayMs(
  headers: Headers | undefined,
  attempt: number,
  // The server's clock where its answer has a `Date`: the caller's may be off by more than the
  // wait.
  now = Date.parse(headers?.get('date') ?? '') || Date.now(),
): number {
  const asked = headers && askedMs(headers, now);
  if (asked !== undefined && asked <= LONGEST_ASKED_MS) return asked;
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt) * (1 - Math.random() / 4);
}

const askedMs = (headers: Headers, now: number): number | undefined =>
  parseRetryAfter(headers.get('retry-after'), now) ?? resetMs(headers, now);

/**
 * Reads `RateLimit-Reset`: seconds from now, or since 1970. Counts only when no requests remain,
 * since every answer has it.
 */
function resetMs(headers: Headers, now: number): number | undefined {
  const value = headers.get('ratelimit-reset') ?? '';
  const isLeft = Number(headers.get('ratelimit-remaining')) > 0;
  if (isLeft || !/^\d+(\.\d+)?$/.test(value)) return undefined;
  const seconds = Number(value);
  return Math.max(0, seconds * 1_000 - (seconds > EPOCH_SECONDS ? now : 0));
}
