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

/** A ClickHouse server, and who we are there. */
export interface ClickhouseServer {
  /** Origin of its HTTP interface, such as `http://clickhouse:8123`. */
  readonly origin: string;
  readonly username: string;
  readonly password: string;
  /** Made when missing. Letters, digits and underscores. */
  readonly database: string;
  /** The cluster on whose replicas the tables are; absent: on this server alone. */
  readonly cluster?: string;
}

export interface OpenClickhouseOptions {
  readonly server: ClickhouseServer;
  readonly limits?: Partial<StatementLimits>;
  /** Runs the migrations while no other process does. Default: at once. */
  readonly exclusively?: <T>(work: () => Promise<T>) => Promise<T>;
}

const GIBIBYTE = 1_024 ** 3;
const DEFAULT_LIMITS: StatementLimits = {
  queryTimeoutMs: 30_000,
  writeTimeoutMs: WRITE_TIMEOUT_MS,
  queryMemoryBytes: GIBIBYTE,
};

/** Loads, deletes and health go through beside the questions that a page asks at once. */
const MAX_CONNECTIONS = 32;

/** Longer than any statement may take: each has a time limit of its own. */
const REQUEST_TIMEOUT_MS = 24 * 60 * 60_000;

const UNKNOWN_DATABASE = '81';

const connect = async (
  server: ClickhouseServer,
  database: string | undefined,
): Promise<ClickHouseClient> => {
  // Loaded here: absent from installations with the embedded engine.
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
    // Long values do not fit into an address; those too long for a form, too, come in pieces.
    use_multipart_params_auto: true,
    // What fails is thrown, and logged by whoever catches it.
    log: { level: ClickHouseLogLevel.OFF },
  });
};

/** The server's own `default` is always there, so this connection is made before ours exists. */
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
 * Connects to the server and brings the schema up to date.
 *
 * @throws DatabaseUnavailableError when the server does not answer
 * @throws DatabaseQueryError when it refuses: a wrong password ('516'), a missing grant ('497')
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
