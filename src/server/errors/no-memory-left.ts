// Makes the error for a statement that failed because other statements use the database's memory.
import { DatabaseQueryError } from '../database/database-errors.js';
import { DomainError, RETRY_AFTER_SECONDS } from './domain-error.js';

/**
 * ClickHouse names the limit of the whole server "(total)"; the statement that hit it may itself be small.
 */
const ALL_MEMORY = /\(total\)/;

/**
 * @param remedy what else helps besides waiting, such as `narrow the query by timestamp`
 * @returns DomainError SERVICE_UNAVAILABLE, or undefined for any other error
 */
export function noMemoryLeft(error: unknown, remedy: string): DomainError | undefined {
  if (!(error instanceof DatabaseQueryError) || error.code !== '241') return undefined;
  if (!ALL_MEMORY.test(error.message)) return undefined;
  return new DomainError(
    'SERVICE_UNAVAILABLE',
    `The database has no memory left for further queries. Try again later, or ${remedy}.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error },
  );
}
