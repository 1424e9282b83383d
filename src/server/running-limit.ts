// Lets each workspace run only so much of something at once.
import { DomainError } from './domain-error.js';

export interface RunningLimitOptions {
  readonly most: number;
  /** What runs, such as `queries`. */
  readonly what: string;
  readonly retryAfterSeconds: number;
}

/** @returns runs work, or throws DomainError TOO_MANY_REQUESTS */
export function createRunningLimit({ most, what, retryAfterSeconds }: RunningLimitOptions) {
  const running = new Map<string, number>();
  return async <T>(workspaceId: string, work: () => Promise<T>): Promise<T> => {
    const others = running.get(workspaceId) ?? 0;
    if (others >= most) {
      const message = `The workspace runs ${most} ${what} already. Wait for one of them.`;
      throw new DomainError('TOO_MANY_REQUESTS', message, { retryAfterSeconds });
    }
    running.set(workspaceId, others + 1);
    try {
      return await work();
    } finally {
      const left = (running.get(workspaceId) ?? 1) - 1;
      if (left > 0) running.set(workspaceId, left);
      else running.delete(workspaceId);
    }
  };
}
