// Tells whether a Postgres server refused a statement, or is unavailable.
import { reasonOf } from '../../errors/reason-of.js';
import {
  DatabaseQueryError,
  DatabaseUnavailableError,
  DatabaseUnfitError,
} from '../database-errors.js';

/**
 * SQLSTATEs of a server that is away, starting, stopping or full, that became a read-only standby, or that ended a
 * transaction which was idle for too long; and of a statement that ran into the time limit: none takes long by itself,
 * but it may wait for the locks of a transaction whose process or connection hangs. Source: Appendix A of Postgres'
 * documentation.
 */
const AWAY = /^(08...|57014|57P0[1-5]|53...|25006|25P0[34])$/;

const KNOWN = [DatabaseQueryError, DatabaseUnavailableError, DatabaseUnfitError];

const unavailable = (reason: string): DatabaseUnavailableError =>
  new DatabaseUnavailableError(`The application database is not available: ${reason}`);

/** Translates what the driver threw into an error of the port. */
export const postgresError = (error: unknown): Error => {
  if (KNOWN.some((kind) => error instanceof kind)) return error as Error;
  const reason = reasonOf(error);
  // Only errors of the server have a severity; others are errors of sockets.
  const code =
    error instanceof Error && 'severity' in error && 'code' in error ? String(error.code) : null;
  if (code === null || AWAY.test(code)) {
    return unavailable(reason);
  }
  return new DatabaseQueryError(reason, code);
};

/** Node's codes of a certificate whose authority is not known. */
const UNTRUSTED =
  /^(UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT)$/;
const NAME_THE_AUTHORITY =
  '. If its authority is a private one, name the file of its certificate in the URL: ?sslrootcert=/path/to/ca.crt';

/**
 * Translates what stopped a connection, or a transaction, from beginning. Whatever the server says then, such as that
 * the password was changed or that it is a standby, no statement is to blame.
 */
export const unreachable = (error: unknown): DatabaseUnavailableError => {
  if (error instanceof DatabaseUnavailableError) return error;
  const isUntrusted = error instanceof Error && 'code' in error && UNTRUSTED.test(`${error.code}`);
  return unavailable(`${reasonOf(error)}${isUntrusted ? NAME_THE_AUTHORITY : ''}`);
};
