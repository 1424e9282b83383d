// Lets each workspace run only so much of something at once; who can wait has a place when one is free.
import { DomainError } from './domain-error.js';
import { createTurns, type Turns } from './turns.js';

export interface RunningLimitOptions {
  readonly most: number;
  /** What runs, such as `queries`. */
  readonly what: string;
  readonly retryAfterSeconds: number;
}

/**
 * @returns runs work, or throws DomainError TOO_MANY_REQUESTS when there is no place for it within
 * `waitMs`, default 0
 */
export function createRunningLimit({ most, what, retryAfterSeconds }: RunningLimitOptions) {
  /** By id: as few as there are workspaces. */
  const turnsOf = new Map<string, Turns>();

  const refusal = () => {
    const message = `The workspace runs ${most} ${what} already. Wait for one of them.`;
    return new DomainError('TOO_MANY_REQUESTS', message, { retryAfterSeconds });
  };

  return <T>(workspaceId: string, work: () => Promise<T>, waitMs?: number): Promise<T> => {
    const turns = turnsOf.get(workspaceId) ?? createTurns(most, refusal);
    turnsOf.set(workspaceId, turns);
    return turns.take(work, waitMs);
  };
}
