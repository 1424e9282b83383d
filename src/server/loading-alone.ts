// Runs loads, and deletions and backups that hold them, one at a time among the processes of one database.
import { DatabaseQueryError } from './database/database-errors.js';
import { DomainError } from './domain-error.js';
import type { Alone } from './events/take-turns.js';

/** Few: whoever repeats it waits for the lock again. */
const RETRY_AFTER_SECONDS = 5;
/** Of Postgres: a lock was waited for in vain. Nothing else here sets a time for that. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * @param alone runs one at a time
 * @returns the same, which throws {DomainError} SERVICE_UNAVAILABLE while another process takes too long
 */
export const createLoadingAlone =
  (alone: Alone): Alone =>
  (work) =>
    alone(work).catch((cause) => {
      if (!(cause instanceof DatabaseQueryError) || cause.code !== LOCK_NOT_AVAILABLE) throw cause;
      throw new DomainError(
        'SERVICE_UNAVAILABLE',
        'Another process loads or deletes events, and takes longer than usual. Repeat it later.',
        { retryAfterSeconds: RETRY_AFTER_SECONDS, cause },
      );
    });
