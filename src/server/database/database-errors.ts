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

/** SQLSTATE of a wait for a lock that was given up: `lock_not_available`. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Whether a lock was waited for in vain, since others held it for too long. */
export const isLockHeld = (error: unknown): boolean =>
  error instanceof DatabaseQueryError && error.code === LOCK_NOT_AVAILABLE;

/**
 * A statement that took too long ('159', '160') although its caller can ask for no less, such as a write; and a
 * transaction that conflicted with others each time ('40001', '40P01').
 */
const BUSY: ReadonlySet<string> = new Set(['159', '160', '40001', '40P01']);

/** Whether a statement failed because of what else the database does, so that it may succeed later. */
export const isBusy = (error: unknown): boolean =>
  error instanceof DatabaseQueryError && error.code !== null && BUSY.has(error.code);
