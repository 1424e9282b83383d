// Reopens PGlite when the Postgres inside it has crashed, which then recovers as after a crash of a server.
import { statfs } from 'node:fs/promises';
import type { PGlite } from '@electric-sql/pglite';
import { DatabaseUnavailableError } from '../database-errors.js';
import { postgresError } from './postgres-errors.js';

export interface PgliteLives {
  /**
   * Runs one task at a time, since PGlite is a single connection, and never on an instance that has crashed.
   */
  run<T>(work: (pglite: PGlite) => Promise<T>): Promise<T>;
  /** Translates what PGlite threw into an error of the port. After a crash, the instance is given up. */
  failed(error: unknown): unknown;
  close(): Promise<void>;
}

export interface PgliteLivesOptions {
  readonly directory: string;
  /** The first instance, already open. */
  readonly first: PGlite;
  readonly open: () => Promise<PGlite>;
  /** Least time between two attempts to reopen. Milliseconds, default 5 s. */
  readonly everyMs?: number;
}

/**
 * Free space needed to reopen. Recovery writes a new segment of the write-ahead log (16 MB) and crashes again
 * without room for it; each failed attempt leaks open files.
 */
const ROOM_BYTES = 64_000_000;

/**
 * Postgres reports PANIC when it cannot go on, such as when the disk of its log is full. A server would exit
 * and recover; inside this process it keeps running, and returns nonsense or never returns.
 */
const isEnd = (error: unknown): boolean =>
  error instanceof WebAssembly.RuntimeError ||
  (error instanceof Error && 'severity' in error && /^(PANIC|FATAL)$/.test(String(error.severity)));

/**
 * Sends nothing more to a crashed instance. PGlite sends a further message after each failed one, and after a
 * COMMIT at which Postgres crashed that call never returns, which blocks the whole process.
 */
const untilItsEnd = (pglite: PGlite): PGlite => {
  const send = pglite.execProtocolStream.bind(pglite);
  let end: unknown;
  pglite.execProtocolStream = async (...message) => {
    if (end !== undefined) throw end;
    try {
      return await send(...message);
    } catch (error) {
      if (isEnd(error)) end = error;
      throw error;
    }
  };
  return pglite;
};

export function createPgliteLives(options: PgliteLivesOptions): PgliteLives {
  const { directory, open, everyMs = 5_000 } = options;
  let current: PGlite | undefined = untilItsEnd(options.first);
  let notBefore = Number.NEGATIVE_INFINITY;
  let lastFailure = '';
  let isClosed = false;
  let last: Promise<unknown> = Promise.resolve();

  const unavailable = (reason: string): DatabaseUnavailableError => {
    lastFailure = reason;
    return new DatabaseUnavailableError(`The application database is not available: ${reason}`);
  };

  const openAgain = async (): Promise<PGlite> => {
    if (performance.now() < notBefore) throw unavailable(lastFailure);
    notBefore = performance.now() + everyMs;
    await requireRoom(directory).catch((error) => {
      throw unavailable(error.message);
    });
    const opened = await open().catch((error) => {
      throw unavailable(`it could not be opened again: ${error.message}`);
    });
    return untilItsEnd(opened);
  };

  const alive = async (): Promise<PGlite> => {
    if (isClosed) throw new DatabaseUnavailableError('The application database is closed.');
    current ??= await openAgain();
    return current;
  };

  const failed = (error: unknown): unknown => {
    if (isEnd(error)) {
      current = undefined;
      return unavailable((error as Error).message);
    }
    // Only Postgres' own errors have a severity. Errors of the work inside a transaction pass unchanged.
    return error instanceof Error && 'severity' in error ? postgresError(error) : error;
  };

  return {
    run(work) {
      const done = last.then(async () => {
        const pglite = await alive();
        try {
          return await work(pglite);
        } catch (error) {
          throw failed(error);
        }
      });
      last = done.catch(() => {});
      return done;
    },
    failed,
    async close() {
      isClosed = true;
      await last;
      const pglite = current;
      current = undefined;
      await pglite?.close();
    },
  };
}

async function requireRoom(directory: string): Promise<void> {
  const { blocks, bavail, bsize } = await statfs(directory);
  // Some file systems do not report their size.
  if (blocks === 0 || bavail * bsize >= ROOM_BYTES) return;
  throw new Error(
    `its disk is full: ${bavail * bsize} bytes are free, but opening it again needs ${ROOM_BYTES}.`,
  );
}
