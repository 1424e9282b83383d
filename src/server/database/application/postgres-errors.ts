// Tells a Postgres server that refuses a statement from one that is away.
import { reasonOf } from '../../reason-of.js';
import { DatabaseQueryError, DatabaseUnavailableError } from '../database-errors.js';

/**
 * SQLSTATEs of a server that is away, starts, stops, is full, or was made a read-only standby.
 * Source: Appendix A of Postgres' documentation.
 */
const AWAY = /^(08...|57P0[1-5]|53...|25006)$/;

/** The transaction may succeed when it is run again: another one came between. */
const CONFLICT = new Set(['40001', '40P01']);

/** What the driver threw, as an error of the port. */
export const postgresError = (error: unknown): Error => {
  if (error instanceof DatabaseQueryError || error instanceof DatabaseUnavailableError) {
    return error;
  }
  const reason = reasonOf(error);
  // Only the server's own errors have a severity; others are those of sockets.
  const code =
    error instanceof Error && 'severity' in error && 'code' in error ? String(error.code) : null;
  if (code === null || AWAY.test(code)) {
    return new DatabaseUnavailableError(`The application database is not available: ${reason}`);
  }
  return new DatabaseQueryError(reason, code);
};

export const isConflict = (error: unknown): boolean =>
  error instanceof DatabaseQueryError && error.code !== null && CONFLICT.has(error.code);
