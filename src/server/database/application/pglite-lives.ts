// PGlite across its lives: where Postgres gives itself up, it is opened again, as after a crash.
import { statfs } from 'node:fs/promises';
import type { PGlite } from '@electric-sql/pglite';
import { DatabaseUnavailableError } from '../database-errors.js';
import { postgresError } from './postgres-errors.js';

export interface PgliteLives {
  /** Runs work while no other runs: PGlite is one connection, and none may use what another saw end. */
  run<T>(work: (pglite: PGlite) => Promise<T>): Promise<T>;
  /** What PGlite threw, as an error of the port; tells whether that life is over. */
  failed(error: unknown): unknown;
  close(): Promise<void>;
}

export interface PgliteLivesOptions {
  readonly directory: string;
  /** The first life, already open. */
  readonly first: PGlite;
  readonly open: () => Promise<PGlite>;
  /** Least time between two attempts to open it again. Milliseconds, default 5 s. */
  readonly everyMs?: number;
}

/**
 * Without it Postgres ends again while it recovers: it writes a new segment of its log, of 16 MB. Each
 * failed attempt leaves open files behind.
 */
const ROOM_BYTES = 64_000_000;

/**
 * PANIC is what Postgres says when it cannot go on, such as for a full disk under its log. A server would
 * end and recover; inside of this process it goes on, answers nonsense or never again.
 */
const isEnd = (error: unknown): boolean =>
  error instanceof WebAssembly.RuntimeError ||
  (error instanceof Error && 'severity' in error && /^(PANIC|FATAL)$/.test(String(error.severity)));

/**
 * PGlite sends a message behind each one that failed. Behind a COMMIT at which Postgres ended it never returns,
 * and this process with it: of an ended life nothing is asked any more.
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
    // Only Postgres' own errors have a severity; others that pass through a transaction keep their kind.
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
  // Some file systems do not tell.
  if (blocks === 0 || bavail * bsize >= ROOM_BYTES) return;
  throw new Error(
    `its disk is full: ${bavail * bsize} bytes are free, ${ROOM_BYTES} are needed to open it again.`,
  );
}
