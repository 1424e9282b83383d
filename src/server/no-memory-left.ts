// What to say of a statement for which the database had no memory left beside the others.
import { DatabaseQueryError } from './database/database-errors.js';
import { DomainError } from './domain-error.js';

/** Of all that runs, and not of the one statement: it may be a small one. */
const ALL_MEMORY = /\(total\)/;

/**
 * @param remedy what helps beside waiting, such as `narrow the query by timestamp`
 * @returns DomainError SERVICE_UNAVAILABLE, or undefined for any other error
 */
export function noMemoryLeft(error: unknown, remedy: string): DomainError | undefined {
  if (!(error instanceof DatabaseQueryError) || error.code !== '241') return undefined;
  if (!ALL_MEMORY.test(error.message)) return undefined;
  return new DomainError(
    'SERVICE_UNAVAILABLE',
    `The database has no memory left beside what it runs. Repeat later, or ${remedy}.`,
    { retryAfterSeconds: 5, cause: error },
  );
}
