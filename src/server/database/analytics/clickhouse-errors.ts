// Tells whether a ClickHouse engine refused a statement, or is unavailable.
import { reasonOf } from '../../errors/reason-of.js';
import { DatabaseQueryError, DatabaseUnavailableError, hasCode } from '../database-errors.js';

/**
 * The engine's error codes for "not now", each line for one reason. The engine tells their names: `SELECT
 * errorCodeToName(745)`.
 */
const AWAY = new Set(
  [
    // Too many queries, sessions or connections, or no threads, memory or processor time left for another one.
    '173 201 202 203 364 439 700 745 749 762 776 777 778',
    // Too many parts or mutations that wait to be merged, or a table or part that is locked for too long.
    '252 384 473 692 733 738',
    // A replica, a shard or the keeper is lost, or has not done its part yet, such as of a deletion.
    '198 209 210 225 242 244 254 265 279 285 286 289 319 341 369 416 519 571 904 999',
    // A full disk, or an object storage that fails.
    '243 499',
    // A load whose connection was cut still runs.
    '216',
    // The statement was ended by an operator or a lost connection, or the instance starts or stops.
    '236 394 677 696 722 734 735',
  ].flatMap((codes) => codes.split(' ')),
);

interface ServerError extends Error {
  readonly code: string;
  readonly type: string;
}

/** Only errors of the server have a numeric code; errors of sockets have names such as ECONNREFUSED. */
const isServerError = (error: unknown): error is ServerError =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^\d+$/.test(error.code);

/** An error of the file that is loaded has a path; errors of sockets do not. */
const isFileError = (error: unknown): error is Error => error instanceof Error && 'path' in error;

/** Translates what the client threw into an error of the port. */
export const clickhouseError = (error: unknown): Error => {
  if (error instanceof DatabaseQueryError || error instanceof DatabaseUnavailableError) {
    return error;
  }
  if (isFileError(error)) {
    return new DatabaseQueryError(`The file to load cannot be read: ${error.message}`, null);
  }
  if (!isServerError(error)) {
    const reason = reasonOf(error);
    return new DatabaseUnavailableError(`The analytics database does not answer: ${reason}`);
  }
  return awayOrRefused(new DatabaseQueryError(error.message, error.code));
};

/** DatabaseUnavailableError for one of the codes above; any other error unchanged. */
export const awayOrRefused = (error: Error): Error =>
  hasCode(error, AWAY)
    ? new DatabaseUnavailableError(`The analytics database is not available: ${error.message}`)
    : error;
