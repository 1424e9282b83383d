// Opens the application database on a Postgres server.
import type pg from 'pg';
import { DatabaseUnavailableError } from '../database-errors.js';
import { migrate } from '../migrate.js';
import type { ApplicationDatabase } from '../ports.js';
import { applicationMigrations, applicationMigrationTarget } from './application-migrations.js';
import { createPostgresDatabase } from './postgres-database.js';
import { postgresError } from './postgres-errors.js';

/** The database, and what processes that share it need. */
export interface PostgresApplication extends ApplicationDatabase {
  /**
   * Runs `work` while no other process on this database runs one of the same kind; a dead process
   * holds nothing. Loads reject with DatabaseQueryError '55P03' when others take too long. Rounds run
   * beside each other, and never beside what runs between rounds.
   *
   * Where the server ends the connection that holds the lock, others may begin: the signal says so to
   * `work`, and whatever comes of that, the whole rejects with DatabaseUnavailableError.
   */
  exclusively<T>(kind: keyof typeof LOCKS, work: (lost: AbortSignal) => Promise<T>): Promise<T>;
  /**
   * Runs `work` unless a process on this database runs one for the same chain. A dead process holds
   * nothing. Answers whether it ran.
   */
  forChain(chainId: number, work: () => Promise<void>): Promise<boolean>;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** After which a server that says nothing is asked whether it is there. */
const SILENT_MS = 30_000;
const MAX_CONNECTIONS = 10;
/** Apart from the others: whoever holds one waits for queries, which would otherwise wait for it. */
const MAX_CHAINS = 50;

/** Any numbers that other programs on the same database do not use, and how long to wait for them. */
const LOCKS = {
  migrations: { key: '7238451960', timeoutMs: 0, lock: 'pg_advisory_lock' },
  loads: { key: '7238451961', timeoutMs: 30_000, lock: 'pg_advisory_lock' },
  rounds: { key: '7238451962', timeoutMs: 0, lock: 'pg_advisory_lock_shared' },
  betweenRounds: { key: '7238451962', timeoutMs: 0, lock: 'pg_advisory_lock' },
} as const;

/** Dates come out and are compared as the schema means them, whatever the server's own settings. */
const SESSION = [
  "SET TIME ZONE 'UTC'",
  "SET datestyle TO 'ISO'",
  'SET statement_timeout TO 30000',
  // A process that was cut off within a transaction does not hold its locks for good.
  'SET idle_in_transaction_session_timeout TO 120000',
].join('; ');

const createPool = async (url: string, max = MAX_CONNECTIONS): Promise<pg.Pool> => {
  // Loaded here: absent from installations with the embedded database.
  const { default: driver } = await import('pg');
  const { postgresTypes } = await import('./postgres-types.js');
  const pool = new driver.Pool({
    connectionString: url,
    application_name: 'chaintrail',
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // A machine that is gone ends no connection: whoever waits for it would wait for good.
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENT_MS,
    types: postgresTypes,
    // The pool waits for it; when it fails, so does whoever asked for the connection.
    onConnect: async (client) => {
      await client.query(SESSION);
    },
  });
  // A connection that ends while nobody uses it is replaced by the next one that is needed.
  pool.on('error', () => {});
  return pool;
};

/** A holder whose machine is gone is noticed within a minute; by default it takes hours. */
const whileWaiting = (timeoutMs: number): string =>
  [
    'SET statement_timeout TO 0',
    // It says nothing while it holds the lock. By a look, since servers before version 14 do not know it.
    "SELECT set_config(name, '0', false) FROM pg_settings WHERE name = 'idle_session_timeout'",
    `SET lock_timeout TO ${timeoutMs}`,
    'SET tcp_keepalives_idle TO 30',
    'SET tcp_keepalives_interval TO 10',
    'SET tcp_keepalives_count TO 3',
  ].join('; ');

/** On a connection of its own: the lock ends with it, whatever happens. */
const holdingLock = async <T>(
  pool: pg.Pool,
  { key, timeoutMs, lock }: (typeof LOCKS)[keyof typeof LOCKS],
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect().catch((error) => {
    throw postgresError(error);
  });
  const lost = new AbortController();
  const lose = (error?: Error): void =>
    lost.abort(
      new DatabaseUnavailableError(
        'The application database ended the connection that kept other processes out' +
          `${error === undefined ? '' : ` (${error.message})`}. Repeat what was being done.`,
      ),
    );
  client.on('error', lose);
  client.on('end', lose);
  try {
    await client.query(whileWaiting(timeoutMs)).catch((error) => {
      throw postgresError(error);
    });
    await client.query(`SELECT ${lock}($1)`, [key]).catch((error) => {
      throw postgresError(error);
    });
    const answer = await work(lost.signal);
    lost.signal.throwIfAborted();
    return answer;
  } finally {
    client.release(true);
  }
};

/** Behind the keys of the other locks, as many as there may be chains. */
const CHAIN_LOCKS = 2n ** 62n;

const holdingChain = async (
  pool: pg.Pool,
  chainId: number,
  work: () => Promise<void>,
): Promise<boolean> => {
  const client = await pool.connect().catch((error) => {
    throw postgresError(error);
  });
  client.on('error', () => {});
  try {
    const key = String(CHAIN_LOCKS + BigInt(chainId));
    const { rows } = await client
      .query(`${whileWaiting(0)}; SELECT pg_try_advisory_lock(${key}) AS held`)
      .then((results) => [results].flat().at(-1) as pg.QueryResult<{ held: boolean }>)
      .catch((error) => {
        throw postgresError(error);
      });
    if (rows[0]?.held !== true) return false;
    await work();
    return true;
  } finally {
    // The connection ends, and with it the lock, whatever happened.
    client.release(true);
  }
};

/**
 * Connects and brings the schema up to date, one process at a time.
 *
 * @param options.url `postgres://user:password@host:5432/database`, without a pooler that shares
 * sessions between callers: locks belong to sessions
 * @throws DatabaseUnavailableError when the server does not answer
 * @throws DatabaseQueryError when it refuses: a wrong password ('28P01'), no such database ('3D000')
 * @throws SchemaTooNewError when a later version made the schema
 */
export const openPostgres = async (options: {
  readonly url: string;
}): Promise<PostgresApplication> => {
  const pool = await createPool(options.url);
  const chains = await createPool(options.url, MAX_CHAINS);
  const database = createPostgresDatabase(pool);
  const exclusively: PostgresApplication['exclusively'] = (kind, work) =>
    holdingLock(pool, LOCKS[kind], work);
  try {
    await exclusively('migrations', () =>
      migrate(applicationMigrationTarget(database), applicationMigrations),
    );
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
