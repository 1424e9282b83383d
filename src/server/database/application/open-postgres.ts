// Opens the application database on a Postgres server.
import type pg from 'pg';
import {
  DatabaseUnavailableError,
  DatabaseUnfitError,
  hasCode,
  isLockHeld,
} from '../database-errors.js';
import { migrate } from '../migrate.js';
import type { ApplicationDatabase } from '../ports.js';
import { applicationMigrations, applicationMigrationTarget } from './application-migrations.js';
import { connectTo, createPostgresDatabase, timedQuery } from './postgres-database.js';
import { postgresError } from './postgres-errors.js';
import { requireFitServer } from './require-fit-server.js';

/** The application database, with locks for processes that share it. */
export interface PostgresApplication extends ApplicationDatabase {
  /**
   * Runs `work` while no other process on this database runs work of the same kind. The lock of a dead process
   * is released. Loads reject with DatabaseQueryError '55P03' when others take too long. Several `rounds` may
   * run at once, but not together with `betweenRounds`.
   *
   * If the server ends the connection that holds the lock, others may begin: the signal tells `work` so, and
   * the call rejects with DatabaseUnavailableError, whatever `work` returns.
   */
  exclusively<T>(kind: keyof typeof LOCKS, work: (lost: AbortSignal) => Promise<T>): Promise<T>;
  /**
   * Runs `work` unless another process on this database is working on the same chain. The lock of a dead
   * process is released. Returns whether it ran.
   */
  forChain(chainId: number, work: () => Promise<void>): Promise<boolean>;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** A silent connection is probed after this time, to find out whether the server is still there. */
const SILENT_MS = 30_000;
const MAX_CONNECTIONS = 10;
/**
 * In a pool of their own: their holders run queries, which would wait for ever if locks took all connections.
 */
const MAX_CHAINS = 50;

/**
 * Lock keys, chosen so that no other program on the database uses them, and whether to go on waiting for a lock
 * that others hold for longer than a statement may take.
 */
const LOCKS = {
  migrations: { key: '7238451960', isPatient: true, lock: 'pg_advisory_lock' },
  loads: { key: '7238451961', isPatient: false, lock: 'pg_advisory_lock' },
  rounds: { key: '7238451962', isPatient: true, lock: 'pg_advisory_lock_shared' },
  betweenRounds: { key: '7238451962', isPatient: true, lock: 'pg_advisory_lock' },
} as const;

const STATEMENT_TIMEOUT_MS = 30_000;
/**
 * The server ends each statement before this multiple of its time. Then its answer was lost on the way, as in a proxy or
 * a pooler whose other side is gone; those keep the connection alive, so that nothing else would ever end the wait.
 */
const LOST_AFTER = 1.5;

/** Makes a session independent of what is set for the server, the database or the user. */
const sessionOf = (statementTimeoutMs: number): string =>
  [
    "SET TIME ZONE 'UTC'",
    "SET datestyle TO 'ISO'",
    `SET statement_timeout TO ${statementTimeoutMs}`,
    // A process that was cut off inside a transaction must not hold its locks for ever.
    'SET idle_in_transaction_session_timeout TO 120000',
    // The pool ends what idles. Looked up, since servers before version 14 lack this setting.
    "SELECT set_config(name, '0', false) FROM pg_settings WHERE name = 'idle_session_timeout'",
    // A statement that waits for a lock is ended by its own limit.
    'SET lock_timeout TO 0',
    // Only transactions are repeated after a conflict, and each names its level.
    "SET default_transaction_isolation TO 'read committed'",
  ].join('; ');

export interface OpenPostgresOptions {
  /**
   * `postgres://user:password@host:5432/database`, not of a pooler that shares sessions between clients, because the
   * locks belong to sessions.
   */
  readonly url: string;
  /** The longest time that a statement may take, and a wait for a lock before it is asked for again. Default 30 s. */
  readonly statementTimeoutMs?: number;
}

const createPool = async (
  { url, statementTimeoutMs }: Required<OpenPostgresOptions>,
  max: number,
): Promise<pg.Pool> => {
  // Imported only here, since installations with the embedded database do not have the package.
  const { default: driver } = await import('pg');
  const { postgresTypes } = await import('./postgres-types.js');
  const pool = new driver.Pool({
    connectionString: url,
    application_name: 'chaintrail',
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: LOST_AFTER * statementTimeoutMs,
    // Without keepalive, a connection to a machine that vanished never ends, and its queries would wait for ever.
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENT_MS,
    types: postgresTypes,
    // The pool waits for this; if it fails, so does the request for a connection.
    onConnect: async (client) => {
      await client.query(timedQuery(sessionOf(statementTimeoutMs), CONNECT_TIMEOUT_MS));
    },
  });
  // An idle connection that ends is replaced when the next one is needed, so its error is ignored.
  pool.on('error', () => {});
  // One in use fails its statements as well, but an event without a listener would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
};

/**
 * Settings of a connection that holds a lock: a holder that vanished is noticed in a minute, not in hours.
 */
const WHILE_WAITING = [
  // Waits for as long as a statement may take: other statements than that for the lock are not run on the connection.
  "SELECT set_config('lock_timeout', current_setting('statement_timeout'), false)",
  'SET statement_timeout TO 0',
  'SET tcp_keepalives_idle TO 30',
  'SET tcp_keepalives_interval TO 10',
  'SET tcp_keepalives_count TO 3',
].join('; ');

const fail = (error: unknown): never => {
  throw postgresError(error);
};

/** Several statements in one text have several results, and no parameters. */
const run = (client: pg.PoolClient, sql: string, params?: string[]) =>
  client.query(sql, params).catch(fail);

type Lock = (typeof LOCKS)[keyof typeof LOCKS];

/** Asks again and again for a lock that may take long, so that a lost answer is noticed. */
const acquire = async (client: pg.PoolClient, { key, isPatient, lock }: Lock): Promise<void> => {
  for (;;) {
    try {
      await run(client, `SELECT ${lock}($1)`, [key]);
      return;
    } catch (error) {
      if (!isPatient || !isLockHeld(error)) throw error;
    }
  }
};

/** Holds the lock on a connection of its own, with whose end the lock is released, whatever happens. */
const holdingLock = async <T>(
  pool: pg.Pool,
  lock: Lock,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> => {
  const client = await connectTo(pool);
  const lost = new AbortController();
  const lose = (error?: Error): void =>
    lost.abort(
      new DatabaseUnavailableError(
        'The application database closed the connection that held a lock' +
          `${error === undefined ? '' : ` (${error.message})`}. Try again.`,
      ),
    );
  client.on('error', lose);
  client.on('end', lose);
  try {
    await run(client, WHILE_WAITING);
    await acquire(client, lock);
    const answer = await work(lost.signal);
    lost.signal.throwIfAborted();
    return answer;
  } finally {
    client.release(true);
  }
};

/** The first key of the chains' locks, far above the keys of the other locks. */
const CHAIN_LOCKS = 2n ** 62n;

const holdingChain = async (
  pool: pg.Pool,
  chainId: number,
  work: () => Promise<void>,
): Promise<boolean> => {
  const client = await connectTo(pool);
  try {
    const key = String(CHAIN_LOCKS + BigInt(chainId));
    const results = await run(
      client,
      `${WHILE_WAITING}; SELECT pg_try_advisory_lock(${key}) AS held`,
    );
    if ([results].flat().at(-1)?.rows[0]?.held !== true) return false;
    await work();
    return true;
  } finally {
    // Closes the connection, which releases the lock, whatever happened.
    client.release(true);
  }
};

/** SQLSTATEs of a missing right, and of a search path on which no schema exists. */
const CANNOT_CREATE = new Set(['42501', '3F000']);

/** Since Postgres 15 a user may create tables only in databases that it owns, unless it is allowed to. */
const refuse = (error: unknown): never => {
  if (!hasCode(error, CANNOT_CREATE)) throw error;
  throw new DatabaseUnfitError(
    `The user of APPLICATION_URL cannot create or change its tables: ${(error as Error).message}. ` +
      'Let it own the database (ALTER DATABASE ... OWNER TO ...), and its search_path name a schema there.',
  );
};

/**
 * Connects and applies the migrations, one process at a time.
 *
 * @throws DatabaseUnavailableError when the server does not answer, or refuses the connection
 * @throws DatabaseUnfitError when the server, or a pooler in front of it, is not set up for this
 * @throws SchemaTooNewError when a later version made the schema
 */
export const openPostgres = async ({
  url,
  statementTimeoutMs = STATEMENT_TIMEOUT_MS,
}: OpenPostgresOptions): Promise<PostgresApplication> => {
  const pool = await createPool({ url, statementTimeoutMs }, MAX_CONNECTIONS);
  const chains = await createPool({ url, statementTimeoutMs }, MAX_CHAINS);
  const database = createPostgresDatabase(pool);
  const exclusively: PostgresApplication['exclusively'] = (kind, work) =>
    holdingLock(pool, LOCKS[kind], work);
  try {
    await requireFitServer(pool);
    await exclusively('migrations', () =>
      migrate(applicationMigrationTarget(database), applicationMigrations),
    ).catch(refuse);
    const forChain: PostgresApplication['forChain'] = (chainId, work) =>
      holdingChain(chains, chainId, work);
    const close = async () => {
      await database.close();
      if (!chains.ending) await chains.end();
    };
    return { ...database, close, exclusively, forChain };
  } catch (error) {
    await database.close();
    throw error;
  }
};
