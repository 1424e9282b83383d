// Opens the analytics database on a ClickHouse server or cluster.
import type { ClickHouseClient } from '@clickhouse/client';
import { DatabaseQueryError } from '../database-errors.js';
import { migrate } from '../migrate.js';
import type { AnalyticsDatabase } from '../ports.js';
import { analyticsMigrations, analyticsMigrationTarget } from './analytics-migrations.js';
import { createClickhouseDatabase } from './clickhouse-database.js';
import { quoteIdentifier } from './sql-parameters.js';
import { type StatementLimits, WRITE_TIMEOUT_MS } from './statement-settings.js';
import { replicatedStorage, SINGLE_STORAGE, type TableStorage } from './table-storage.js';

/** A ClickHouse server, with the user and database to use there. */
export interface ClickhouseServer {
  /** Origin of its HTTP interface, such as `http://clickhouse:8123`. */
  readonly origin: string;
  readonly username: string;
  readonly password: string;
  /** Made when missing. Letters, digits and underscores. */
  readonly database: string;
  /** The cluster whose replicas hold the tables; absent: this server alone. */
  readonly cluster?: string;
}

export interface OpenClickhouseOptions {
  readonly server: ClickhouseServer;
  readonly limits?: Partial<StatementLimits>;
  /** Runs the migrations while no other process does. Default: without a lock. */
  readonly exclusively?: <T>(work: () => Promise<T>) => Promise<T>;
}

const GIBIBYTE = 1_024 ** 3;
const DEFAULT_LIMITS: StatementLimits = {
  queryTimeoutMs: 30_000,
  writeTimeoutMs: WRITE_TIMEOUT_MS,
  queryMemoryBytes: GIBIBYTE,
};

/** Enough that loads, deletes and health checks get through beside all questions of a page. */
const MAX_CONNECTIONS = 32;

/** Longer than any statement takes, since each has a time limit of its own. */
const REQUEST_TIMEOUT_MS = 24 * 60 * 60_000;

const UNKNOWN_DATABASE = '81';

const connect = async (
  server: ClickhouseServer,
  database: string | undefined,
): Promise<ClickHouseClient> => {
  // Imported only here, since installations with the embedded engine do not have the package.
  const { ClickHouseLogLevel, createClient } = await import('@clickhouse/client');
  return createClient({
    url: server.origin,
    username: server.username,
    password: server.password,
    ...(database === undefined ? {} : { database }),
    application: 'chaintrail',
    request_timeout: REQUEST_TIMEOUT_MS,
    max_open_connections: MAX_CONNECTIONS,
    compression: { response: true },
    // Long values do not fit into a URL, so the client sends them as a form. (Still longer ones are split.)
    use_multipart_params_auto: true,
    // Errors are thrown, and logged where they are caught.
    log: { level: ClickHouseLogLevel.OFF },
  });
};

/** Connects to the server's database `default`, which always exists, because ours does not yet. */
const createDatabase = async (
  server: ClickhouseServer,
  storage: TableStorage,
  limits: StatementLimits,
): Promise<void> => {
  const database = createClickhouseDatabase({ client: await connect(server, undefined), limits });
  try {
    const name = quoteIdentifier(server.database);
    await database.execute(`CREATE DATABASE IF NOT EXISTS ${name} ${storage.onCluster}`);
  } finally {
    await database.close();
  }
};

const requireDatabase = async (
  database: AnalyticsDatabase,
  create: () => Promise<void>,
): Promise<void> => {
  try {
    await database.query('SELECT 1');
  } catch (error) {
    if (!(error instanceof DatabaseQueryError) || error.code !== UNKNOWN_DATABASE) throw error;
    await create();
  }
};

/**
 * Connects to the server and applies the migrations.
 *
 * @throws DatabaseUnavailableError when the server does not answer
 * @throws DatabaseQueryError when the server refuses: a wrong password ('516'), a missing grant ('497')
 * @throws SchemaTooNewError when a later version made the schema
 */
export const openClickhouse = async (
  options: OpenClickhouseOptions,
): Promise<AnalyticsDatabase> => {
  const { server, exclusively = (work) => work() } = options;
  const limits: StatementLimits = {
    ...DEFAULT_LIMITS,
    ...options.limits,
  };
  const storage = server.cluster === undefined ? SINGLE_STORAGE : replicatedStorage(server.cluster);
  const client = await connect(server, server.database);
  const database = createClickhouseDatabase({ client, limits });
  try {
    await exclusively(async () => {
      await requireDatabase(database, () => createDatabase(server, storage, limits));
      await migrate(analyticsMigrationTarget(database, storage), analyticsMigrations(storage));
    });
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
};
