// Serialises loads, and the deletions and backups that exclude loads, across the processes of one database.
import { DatabaseQueryError } from '../database/database-errors.js';
import { DomainError } from '../errors/domain-error.js';
import type { Alone } from './take-turns.js';

/** Short, because a repeated request waits for the lock again anyway. */
const RETRY_AFTER_SECONDS = 5;
/**
 * Postgres' `lock_not_available`. Only the wait for this lock has a timeout, so no other statement raises it.
 */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * @param alone runs one task at a time, by a lock in Postgres
 * @returns the same, which throws {DomainError} SERVICE_UNAVAILABLE while another process takes too long
 */
export const createLoadingAlone =
  (alone: Alone): Alone =>
  (work) =>
    alone(work).catch((cause) => {
      if (!(cause instanceof DatabaseQueryError) || cause.code !== LOCK_NOT_AVAILABLE) throw cause;
      throw new DomainError(
        'SERVICE_UNAVAILABLE',
        'Another process is loading or deleting events, which takes longer than usual. Try again later.',
        { retryAfterSeconds: RETRY_AFTER_SECONDS, cause },
      );
    });
