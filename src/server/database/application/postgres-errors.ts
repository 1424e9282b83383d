// Tells whether a Postgres server refused a statement, or is unavailable.
import { reasonOf } from '../../errors/reason-of.js';
import { DatabaseQueryError, DatabaseUnavailableError } from '../database-errors.js';

/**
 * SQLSTATEs of a server that is away, starting, stopping or full, that became a read-only standby, or that ended a
 * transaction which was idle for too long; and of a statement that ran into the time limit: none takes long by itself,
 * but it may wait for the locks of a transaction whose process or connection hangs. Source: Appendix A of Postgres'
 * documentation.
 */
const AWAY = /^(08...|57014|57P0[1-5]|53...|25006|25P0[34])$/;

/** Translates what the driver threw into an error of the port. */
export const postgresError = (error: unknown): Error => {
  if (error instanceof DatabaseQueryError || error instanceof DatabaseUnavailableError) {
    return error;
  }
  const reason = reasonOf(error);
  // Only errors of the server have a severity; others are errors of sockets.
  const code =
    error instanceof Error && 'severity' in error && 'code' in error ? String(error.code) : null;
  if (code === null || AWAY.test(code)) {
    return new DatabaseUnavailableError(`The application database is not available: ${reason}`);
  }
  return new DatabaseQueryError(reason, code);
};
