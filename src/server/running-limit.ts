// Lets each workspace run only so much of something at once; who can wait has a place when one is free.
import { DomainError } from './domain-error.js';

export interface RunningLimitOptions {
  readonly most: number;
  /** What runs, such as `queries`. */
  readonly what: string;
  readonly retryAfterSeconds: number;
}

interface Places {
  running: number;
  /** Each lets one in. */
  readonly waiting: Set<() => void>;
}

/**
 * @returns runs work, or throws DomainError TOO_MANY_REQUESTS when there is no place for it within
 * `waitMs`, default 0
 */
export function createRunningLimit({ most, what, retryAfterSeconds }: RunningLimitOptions) {
  const workspaces = new Map<string, Places>();

  const refusal = () => {
    const message = `The workspace runs ${most} ${what} already. Wait for one of them.`;
    return new DomainError('TOO_MANY_REQUESTS', message, { retryAfterSeconds });
  };
  const place = ({ waiting }: Places, waitMs: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer);
        waiting.delete(enter);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(enter);
        reject(refusal());
      }, waitMs);
      waiting.add(enter);
    });

  return async <T>(workspaceId: string, work: () => Promise<T>, waitMs = 0): Promise<T> => {
    const places = workspaces.get(workspaceId) ?? { running: 0, waiting: new Set() };
    workspaces.set(workspaceId, places);
    if (places.running < most) places.running += 1;
    else if (waitMs === 0) throw refusal();
    else await place(places, waitMs);
    try {
      return await work();
    } finally {
      const [next] = places.waiting;
      // The place is handed over, so that nobody slips in between.
      if (next) next();
      else places.running -= 1;
      if (places.running === 0) workspaces.delete(workspaceId);
    }
  };
}
