// Errors of the databases, by kind, so that callers can react to each.

/** Another process uses the data. Only that process may write them. */
export class DatabaseInUseError extends Error {
  override readonly name = 'DatabaseInUseError';

  /**
   * @param directory the directory that was asked for
   * @param pid the process that owns it, when it is known
   * @param url where that process serves, when it is known
   */
  constructor(
    readonly directory: string,
    readonly pid: number | null,
    readonly url: string | null,
  ) {
    const who = pid === null ? 'another process' : `process ${pid}`;
    const where = url === null ? '' : ` (${url})`;
    super(
      `The data in ${directory} are in use by ${who}${where}. Stop it, or choose another data folder.`,
    );
  }
}

/** The database is not available: it could not be started or reached, it died, or it hung and was stopped. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

/** The engine hung at this statement and was stopped. A retry would hang it again. */
export class StatementHungError extends DatabaseUnavailableError {}

/** The engine refused a statement, or failed to run it. */
export class DatabaseQueryError extends Error {
  override readonly name = 'DatabaseQueryError';

  /**
   * @param message the engine's message
   * @param code the engine's code: ClickHouse's number as text ('159'), or Postgres' SQLSTATE ('23505')
   */
  constructor(
    message: string,
    readonly code: string | null,
  ) {
    super(message);
  }
}

/** The database answers, but cannot be used as it is set up. The message says what to change. */
export class DatabaseUnfitError extends Error {
  override readonly name = 'DatabaseUnfitError';
}

/** The schema was made by a later version of this program. */
export class SchemaTooNewError extends Error {
  override readonly name = 'SchemaTooNewError';

  constructor(readonly unknownIds: readonly string[]) {
    super(
      `The database has migrations that this version does not know: ${unknownIds.join(', ')}. ` +
        'Run the version that made them, or a later one.',
    );
  }
}

/** Whether the engine refused a statement with one of these codes, or failed to run it with one. */
export const hasCode = (error: unknown, codes: ReadonlySet<string>): boolean =>
  error instanceof DatabaseQueryError && error.code !== null && codes.has(error.code);

/** SQLSTATE of a wait for a lock that was given up: `lock_not_available`. */
const LOCK_NOT_AVAILABLE = new Set(['55P03']);

/** Whether a lock was waited for in vain, since others held it for too long. */
export const isLockHeld = (error: unknown): boolean => hasCode(error, LOCK_NOT_AVAILABLE);

/** SQLSTATEs of a conflict with another transaction. */
const CONFLICT = new Set(['40001', '40P01']);

/** Whether a transaction conflicted with another one: a retry may succeed. */
export const isConflict = (error: unknown): boolean => hasCode(error, CONFLICT);

/** ClickHouse's codes of a statement that took, or would take, too long. */
const TOO_LONG = new Set(['159', '160']);

/**
 * Whether a statement failed because of what else the database does, so that it may succeed later: it took too long
 * although its caller can ask for no less, such as a write, or it conflicted with others each time.
 */
export const isBusy = (error: unknown): boolean => isConflict(error) || hasCode(error, TOO_LONG);
