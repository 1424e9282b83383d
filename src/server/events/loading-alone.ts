// Serialises loads, and the deletions and backups that exclude loads, across the processes of one database.
import { isLockHeld } from '../database/database-errors.js';
import { DomainError, RETRY_AFTER_SECONDS } from '../errors/domain-error.js';
import type { Alone } from './take-turns.js';

/**
 * @param alone runs one task at a time, by a lock in Postgres
 * @returns the same, which throws {DomainError} SERVICE_UNAVAILABLE while another process takes too long
 */
export const createLoadingAlone =
  (alone: Alone): Alone =>
  (work) =>
    alone(work).catch((cause) => {
      // Only the wait for this lock is given up, so no other statement of the work fails so.
      if (!isLockHeld(cause)) throw cause;
      throw new DomainError(
        'SERVICE_UNAVAILABLE',
        'Another process is loading or deleting events, which takes longer than usual. Try again later.',
        { retryAfterSeconds: RETRY_AFTER_SECONDS, cause },
      );
    });
