// Opens the two databases of a server: in its data folder, or on servers of their own.
import { join } from 'node:path';
import { requireWhole } from '../backup/restore-mark.js';
import type { Undo } from '../closing.js';
import { makeFolder } from '../data-folder/make-folder.js';
import { ownFolder } from '../data-folder/own-folder.js';
import { createLoadingAlone } from '../events/loading-alone.js';
import type { Alone } from '../events/take-turns.js';
import { openAnalytics } from './analytics/open-analytics.js';
import { type ClickhouseServer, openClickhouse } from './analytics/open-clickhouse.js';
import { openApplication } from './application/open-application.js';
import { openPostgres, type PostgresApplication } from './application/open-postgres.js';
import { DatabaseQueryError, DatabaseUnavailableError } from './database-errors.js';
import type { AnalyticsDatabase, ApplicationDatabase } from './ports.js';

/** Where the databases are. */
export interface DatabaseSettings {
  /** Absolute path. Made when missing; owned by one process at a time, wherever the databases are. */
  readonly dataDirectory: string;
  /** Absent: chDB in the data folder. */
  readonly clickhouse?: ClickhouseServer;
  /** `postgres://user:password@host:5432/database`. Absent: PGlite in the data folder. */
  readonly postgresUrl?: string;
}

export interface Databases {
  readonly analytics: AnalyticsDatabase;
  readonly application: ApplicationDatabase;
  /**
   * Runs a load of events while no other process on these databases runs one. Absent when no other can exist.
   */
  readonly loadingAlone?: Alone;
  /**
   * Runs a profile round; other processes may run theirs at the same time. Absent when no other can exist.
   */
  readonly inRound?: <T>(round: () => Promise<T>) => Promise<T>;
  /** Runs work while no process on these databases runs a profile round. Absent when no other can exist. */
  readonly betweenRounds?: <T>(work: () => Promise<T>) => Promise<T>;
  /**
   * Runs work unless another process is already working on the same chain. Absent when no other can exist.
   */
  readonly forChain?: PostgresApplication['forChain'];
  /**
   * Cleans up the application database; to be called regularly. Absent for Postgres, which vacuums itself.
   */
  readonly tidyApplication?: () => Promise<void>;
  /** Copies the embedded databases. Database servers are backed up with their own tools. */
  readonly copying: Copying;
}

export interface Copying {
  /** Writes a consistent copy of everything into a directory, which must be missing. */
  readonly analytics?: (directory: string) => Promise<void>;
  /** The whole application database as a tar file. */
  readonly application?: () => Promise<Blob>;
}

export interface OpenDatabasesOptions extends DatabaseSettings {
  /** Where this process serves; shown to another process that finds the folder in use. */
  readonly url?: string;
  readonly onClose: (undo: Undo) => void;
}

/**
 * @throws DatabaseInUseError when another process owns the folder, or restores into it
 * @throws RestoreUnfinishedError when a restore into it was cut short
 * @throws DatabaseUnavailableError when a database does not answer
 */
export async function openDatabases(options: OpenDatabasesOptions): Promise<Databases> {
  const { dataDirectory, clickhouse } = options;
  await makeFolder(dataDirectory);
  await requireWhole(dataDirectory);
  // The embedded analytics database is opened first, because opening it makes this process the folder's owner.
  if (clickhouse === undefined) {
    const { analytics, copying } = await openEmbeddedAnalytics(options);
    // Checked again: a restore that began before we were the owner may have found the folder empty.
    await requireWhole(dataDirectory);
    const { copying: others, exclusively: _, ...rest } = await openApplicationOf(options);
    return { analytics, ...rest, copying: { ...copying, ...others } };
  }
  options.onClose(await ownFolder(dataDirectory, options.url ?? null));
  const { exclusively, ...rest } = await openApplicationOf(options);
  const analytics = await naming(
    'ANALYTICS_URL',
    openClickhouse({
      server: clickhouse,
      exclusively: (work) => exclusively('migrations', work),
    }),
  );
  options.onClose(() => analytics.close());
  const loadingAlone = createLoadingAlone((load) => exclusively('loads', load));
  const inRound = <T>(round: () => Promise<T>): Promise<T> => exclusively('rounds', round);
  const betweenRounds = <T>(work: () => Promise<T>): Promise<T> =>
    exclusively('betweenRounds', work);
  return { analytics, ...rest, loadingAlone, inRound, betweenRounds };
}

async function openEmbeddedAnalytics({ dataDirectory, url, onClose }: OpenDatabasesOptions) {
  const { analyticsDirectory } = databaseDirectories(dataDirectory);
  const analytics = await openAnalytics({
    directory: analyticsDirectory,
    ...(url === undefined ? {} : { url }),
  });
  onClose(() => analytics.close());
  return { analytics, copying: { analytics: analytics.backUp } };
}

async function openApplicationOf({ dataDirectory, postgresUrl, onClose }: OpenDatabasesOptions) {
  if (postgresUrl !== undefined) {
    const application = await naming('APPLICATION_URL', openPostgres({ url: postgresUrl }));
    onClose(() => application.close());
    const { exclusively, forChain } = application;
    return { application, copying: {}, exclusively, forChain };
  }
  const { applicationDirectory } = databaseDirectories(dataDirectory);
  const application = await openApplication({ directory: applicationDirectory });
  onClose(() => application.close());
  // PGlite is open in this process alone, so no lock is needed.
  const exclusively = <T>(_kind: string, work: () => Promise<T>): Promise<T> => work();
  const { dump, tidy } = application;
  return { application, copying: { application: dump }, tidyApplication: tidy, exclusively };
}

/** Adds the name of the setting to the error when a database does not answer or refuses the login. */
async function naming<T>(variable: string, opening: Promise<T>): Promise<T> {
  return opening.catch((error) => {
    const hint = (message: string) =>
      `${message.trim().replace(/\.?$/, '.')} Check ${variable}, and that its server is running.`;
    if (error instanceof DatabaseUnavailableError) {
      throw new DatabaseUnavailableError(hint(error.message));
    }
    if (error instanceof DatabaseQueryError) {
      throw new DatabaseQueryError(hint(error.message), error.code);
    }
    throw error;
  });
}

export const databaseDirectories = (dataDirectory: string) => ({
  analyticsDirectory: join(dataDirectory, 'analytics'),
  applicationDirectory: join(dataDirectory, 'application'),
});
