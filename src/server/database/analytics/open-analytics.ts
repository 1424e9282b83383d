// Opens the embedded analytics database (chDB).
import { mkdir } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DatabaseInUseError } from '../database-errors.js';
import { migrate } from '../migrate.js';
import type { AnalyticsDatabase, AnalyticsResult } from '../ports.js';
import { usable } from '../usable.js';
import { analyticsMigrations, analyticsMigrationTarget } from './analytics-migrations.js';
import { backUpAnalytics, restoreAnalytics } from './back-up.js';
import { createChdbDatabase } from './chdb-database.js';
import { correct, findCorrections } from './deduplication-logs.js';
import { type Engine, superviseEngine } from './engine.js';
import { DirectoryLockedError, type EngineChild, startEngineChild } from './engine-child.js';
import type { Run } from './engine-messages.js';
import { findLiveOwner, removeOwner, writeOwner } from './owner.js';
import { WRITE_TIMEOUT_MS } from './statement-settings.js';
import { SINGLE_STORAGE } from './table-storage.js';

/** How the embedded analytics database is opened. */
export interface OpenAnalyticsOptions {
  /** Made when missing. One process at a time owns it, and is named in a note beside it. */
  readonly directory: string;
  /** Where this server answers; shown when a second server is started on the directory. */
  readonly url?: string;
  /** Default 30,000. */
  readonly queryTimeoutMs?: number;
  /** For loads, DDL and deletes. Default 300,000. */
  readonly writeTimeoutMs?: number;
  /** Memory limit of a statement. Default 1 GiB, at most half of the total. */
  readonly queryMemoryBytes?: number;
  /** Memory limit of the engine. Default 4 GiB, at most half of the machine's memory. */
  readonly totalMemoryBytes?: number;
  /** Statements that run at once; further ones wait. Default 8. */
  readonly concurrency?: number;
  /** The built `chdb-child.js`, if it is not beside this file. */
  readonly childFile?: string;
  /** A copy that `backUp` wrote, which is restored into a directory without tables. */
  readonly restoreFrom?: string;
}

/** The analytics database, with operations that only the owner of its directory can do. */
export interface EmbeddedAnalytics extends AnalyticsDatabase {
  /** The engine's current process, or null while another one is being started. */
  enginePid(): number | null;
  /** Writes a consistent copy of everything into a directory, which must be missing. */
  backUp(directory: string): Promise<void>;
}

const GIBIBYTE = 1_024 ** 3;

/** The child of a killed server ends within moments, but one that is loading many parts takes longer. */
const LOCK_WAIT_MS = 10_000;
const LOCK_RETRY_MS = 100;
const START_TIMEOUT_MS = 60_000;
const RESTART_WAIT_MS = 15_000;
const CLOSE_TIMEOUT_MS = 15_000;

/** Starts the first child, after waiting for one that a killed server left behind to end. */
const startAsOwner = async (
  directory: string,
  start: () => Promise<EngineChild>,
): Promise<EngineChild> => {
  const deadline = Date.now() + LOCK_WAIT_MS;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (!(error instanceof DirectoryLockedError)) throw error;
      const owner = await findLiveOwner(directory);
      if (owner) throw new DatabaseInUseError(directory, owner.pid, owner.url);
      if (Date.now() >= deadline) throw new DatabaseInUseError(directory, null, null);
      await sleep(LOCK_RETRY_MS);
    }
  }
};

type Call = (statement: Run, timeoutMs: number) => Promise<Uint8Array>;

const findFalse = (call: Call) =>
  findCorrections(async <Row>(sql: string) => {
    const json = await call({ kind: 'run', prepare: [], sql, urgent: true }, START_TIMEOUT_MS);
    return (JSON.parse(new TextDecoder().decode(json)) as AnalyticsResult<Row>).data;
  });

/**
 * Starts a child whose deduplication logs agree with the parts that are stored; repairs them if they do not.
 */
const startTruthfully = async (start: () => Promise<EngineChild>): Promise<EngineChild> => {
  const child = await start();
  const end = (): Promise<void> => {
    child.kill();
    return child.ended;
  };
  const corrections = await findFalse(child.call).catch(async (error) => {
    await end();
    throw error;
  });
  if (corrections.length === 0) return child;
  await end();
  await correct(corrections);
  return start();
};

/** Ensures that a failed load is not skipped as already stored when it is repeated. */
const loadTruthfully =
  (engine: Engine, { load }: AnalyticsDatabase): AnalyticsDatabase['load'] =>
  async (statement) => {
    try {
      await load(statement);
    } catch (error) {
      const corrections = await findFalse(engine.run).catch(() => null);
      // The restart repairs the logs; other statements wait for it meanwhile.
      if (corrections === null || corrections.length > 0) engine.restart();
      throw error;
    }
  };

/**
 * Starts chDB on `directory`, in a process of its own, and applies the migrations.
 *
 * @throws DatabaseInUseError at once when a living process owns the directory; if the owner was just killed,
 * it waits until its engine has ended
 * @throws DatabaseUnavailableError when chDB cannot be started (package missing, platform, damage)
 * @throws SchemaTooNewError when a later version made the schema
 */
export const openAnalytics = async (options: OpenAnalyticsOptions): Promise<EmbeddedAnalytics> => {
  const directory = resolve(options.directory);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const totalMemoryBytes =
    options.totalMemoryBytes ?? Math.floor(Math.min(4 * GIBIBYTE, totalmem() / 2));
  const file = options.childFile ?? fileURLToPath(new URL('./chdb-child.js', import.meta.url));
  const open = {
    directory,
    memoryLimitBytes: totalMemoryBytes,
    concurrency: options.concurrency ?? 8,
  };
  const start = () => startTruthfully(() => startEngineChild(file, open, START_TIMEOUT_MS));
  const child = await usable(directory, startAsOwner(directory, start));
  const engine = superviseEngine({
    child,
    start,
    startTimeoutMs: RESTART_WAIT_MS,
    closeTimeoutMs: CLOSE_TIMEOUT_MS,
  });
  const close = async () => {
    await removeOwner(directory);
    await engine.close();
  };
  try {
    await writeOwner(directory, options.url ?? null);
    const database = createChdbDatabase(engine, {
      queryTimeoutMs: options.queryTimeoutMs ?? 30_000,
      writeTimeoutMs: options.writeTimeoutMs ?? WRITE_TIMEOUT_MS,
      queryMemoryBytes:
        options.queryMemoryBytes ?? Math.floor(Math.min(GIBIBYTE, totalMemoryBytes / 2)),
    });
    if (options.restoreFrom !== undefined) await restoreAnalytics(database, options.restoreFrom);
    await migrate(
      analyticsMigrationTarget(database, SINGLE_STORAGE),
      analyticsMigrations(SINGLE_STORAGE),
    );
    const backUp = (to: string) => backUpAnalytics(database, to);
    const load = loadTruthfully(engine, database);
    return { ...database, load, close, enginePid: engine.pid, backUp };
  } catch (error) {
    await close();
    throw error;
  }
};
