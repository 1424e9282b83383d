// Counts requests in fixed windows of time, in this process (decision N-71).

export interface RateWindow {
  readonly ms: number;
  /** Requests allowed in it. */
  readonly limit: number;
}

/** A caller's state in the window in which it has the fewest requests left. */
export interface RateState {
  readonly limit: number;
  /** The length of the window. */
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Whole seconds until the window begins anew, at least 1. */
  readonly resetSeconds: number;
  readonly isExceeded: boolean;
}

export interface RateLimiter {
  /** Counts one request, unless it is refused. `undefined` when there is no limit. */
  take(key: string): RateState | undefined;
  /** The same without counting. */
  look(key: string): RateState | undefined;
}

interface Count {
  readonly window: RateWindow;
  startedAt: number;
  used: number;
}

/**
 * @param windows those with limit 0 are ignored
 * @param now milliseconds; only differences matter
 */
export function createRateLimiter(
  windows: readonly RateWindow[],
  now: () => number = () => performance.now(),
): RateLimiter {
  const limited = windows.filter(({ limit }) => limit > 0);
  // Only known workspaces and projects get here, so it grows with them and not with callers.
  const counts = new Map<string, readonly Count[]>();

  const currentCounts = (key: string, at: number): readonly Count[] => {
    const current =
      counts.get(key) ?? limited.map((window): Count => ({ window, startedAt: at, used: 0 }));
    counts.set(key, current);
    for (const count of current) {
      if (at - count.startedAt < count.window.ms) continue;
      count.startedAt = at;
      count.used = 0;
    }
    return current;
  };

  const measure = (key: string, cost: 0 | 1): RateState | undefined => {
    const at = now();
    const current = currentCounts(key, at);
    const [first, ...others] = current;
    if (first === undefined) return undefined;
    const isExceeded = current.some(({ window, used }) => used >= window.limit);
    if (!isExceeded) for (const count of current) count.used += cost;
    const left = ({ window, used }: Count) => window.limit - used;
    const end = ({ window, startedAt }: Count) => startedAt + window.ms;
    const tightest = others.reduce(
      (best, one) =>
        left(one) < left(best) || (left(one) === left(best) && end(one) > end(best)) ? one : best,
      first,
    );
    return {
      limit: tightest.window.limit,
      windowSeconds: tightest.window.ms / 1_000,
      remaining: left(tightest),
      resetSeconds: Math.max(1, Math.ceil((end(tightest) - at) / 1_000)),
      isExceeded,
    };
  };

  return { take: (key) => measure(key, 1), look: (key) => measure(key, 0) };
}
