// Tells whether a ClickHouse engine refused a statement, or is unavailable.
import { reasonOf } from '../../errors/reason-of.js';
import { DatabaseQueryError, DatabaseUnavailableError } from '../database-errors.js';

/**
 * The engine's error codes for "not now": too many queries, too many parts that are not merged yet, a lost
 * replica or keeper, a table that is read-only for the moment, a full disk, an instance that starts or stops.
 * Source: src/Common/ErrorCodes.cpp of ClickHouse.
 */
const AWAY = new Set('202 203 209 210 225 236 242 243 252 279 319 734 999'.split(' '));

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
  error instanceof DatabaseQueryError && error.code !== null && AWAY.has(error.code)
    ? new DatabaseUnavailableError(`The analytics database is not available: ${error.message}`)
    : error;
