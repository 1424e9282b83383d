// The complete segments that wait to be loaded, each with when to try it next.
import type { Segment } from './segment.js';

export interface Attempt {
  readonly segment: Segment;
  /** The database has it; its file is still to be deleted. */
  isLoaded: boolean;
  /** How often it was tried in vain. */
  failures: number;
  /** Not to be tried before; milliseconds of `performance.now()`. */
  notBefore: number;
}

export interface RetryQueue {
  add(segment: Segment): void;
  /** The oldest, whether it is due or not. */
  first(): Attempt | undefined;
  /** Of those whose time has come the one with the fewest failures, and of these the oldest. */
  due(now: number): Attempt | undefined;
  /** When the next one is due; infinite when there is none. */
  nextAt(): number;
  remove(attempt: Attempt): void;
}

export function createRetryQueue(segments: readonly Segment[]): RetryQueue {
  const begin = (segment: Segment): Attempt => ({
    segment,
    isLoaded: false,
    failures: 0,
    notBefore: 0,
  });
  const attempts = segments.map(begin);
  return {
    add: (segment) => void attempts.push(begin(segment)),
    first: () => attempts[0],
    due: (now) =>
      attempts
        .filter(({ notBefore }) => notBefore <= now)
        .sort((one, other) => one.failures - other.failures)[0],
    nextAt: () => Math.min(...attempts.map(({ notBefore }) => notBefore)),
    remove: (attempt) => void attempts.splice(attempts.indexOf(attempt), 1),
  };
}
