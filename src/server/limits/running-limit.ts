// Limits how many tasks of one kind a workspace runs at once; further ones are refused, or wait for a place.
import { DomainError } from '../errors/domain-error.js';
import { createTurns, type Turns } from './turns.js';

export interface RunningLimitOptions {
  readonly most: number;
  /** The plural for the message, such as `queries`. */
  readonly what: string;
  readonly retryAfterSeconds: number;
}

/**
 * @returns a function that runs work, or throws DomainError TOO_MANY_REQUESTS when no place gets free within
 * `waitMs` (default 0)
 */
export function createRunningLimit({ most, what, retryAfterSeconds }: RunningLimitOptions) {
  /** By workspace id. Entries are never removed: there are only as many as workspaces. */
  const turnsOf = new Map<string, Turns>();

  const refusal = () => {
    const message = `The workspace already runs ${most} ${what}, the most at once. Wait until one of them ends.`;
    return new DomainError('TOO_MANY_REQUESTS', message, { retryAfterSeconds });
  };

  return <T>(workspaceId: string, work: () => Promise<T>, waitMs?: number): Promise<T> => {
    const turns = turnsOf.get(workspaceId) ?? createTurns(most, refusal);
    turnsOf.set(workspaceId, turns);
    return turns.take(work, waitMs);
  };
}
