// Opens the embedded application database: the way in for the server's composition root.
import { resolve } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { DatabaseUnavailableError } from '../database-errors.js';
import { migrate } from '../migrate.js';
import type { ApplicationDatabase } from '../ports.js';
import { applicationMigrations, applicationMigrationTarget } from './application-migrations.js';
import { initialiseDirectory } from './initialise-directory.js';
import { createPgliteDatabase, pgliteParsers } from './pglite-database.js';
import { createPgliteLives } from './pglite-lives.js';
import { inSyncedFolder } from './synced-folder.js';
import { tidy } from './tidy.js';

/** The database, and what only its owner can do. */
export interface EmbeddedApplication extends ApplicationDatabase {
  /** All of it as a tar file, as it stands between two statements. */
  dump(): Promise<Blob>;
  /** Gives back the room of deleted rows and of the log of changes. To be called now and again. */
  tidy(): Promise<void>;
}

/**
 * Opens PGlite on `directory`, made when missing, and brings the schema up to date.
 *
 * PGlite takes no lock. Whoever calls must own the data folder already: open the analytics database
 * first, which refuses a folder in use.
 *
 * @throws SchemaTooNewError when a later version made the schema
 * @throws DatabaseUnavailableError when the folder, or what was dumped, is damaged
 */
export const openApplication = async (options: {
  readonly directory: string;
  /** What `dump` answered: `directory`, which must be missing then, begins as its copy. */
  readonly dumped?: Blob;
}): Promise<EmbeddedApplication> => {
  // Loaded here: most of a second, and absent from installations with a Postgres server.
  const { PGlite } = await import('@electric-sql/pglite');
  const directory = resolve(options.directory);
  await initialiseDirectory(directory, async (draft) => {
    const { dumped } = options;
    const pglite = await PGlite.create(draft, dumped ? { loadDataDir: dumped } : {}).catch(
      refuse(`The application database for ${directory} cannot be made`),
    );
    await pglite.close();
  });
  const open = async (): Promise<PGlite> =>
    PGlite.create({ ...(await inSyncedFolder(directory)), parsers: pgliteParsers });
  const first = await open().catch(
    refuse(`The application database in ${directory} cannot be opened`),
  );
  const lives = createPgliteLives({ directory, first, open });
  const database = createPgliteDatabase(lives);
  try {
    await migrate(applicationMigrationTarget(database), applicationMigrations);
    return { ...database, dump: () => lives.run(dump), tidy: () => tidy(lives) };
  } catch (error) {
    await database.close();
    throw error;
  }
};

/**
 * Of a damaged file PGlite says neither where it is nor what it is. What the system says tells more. Where a
 * file cannot be written, its file system throws what is no Error and has no message.
 */
const refuse =
  (what: string) =>
  (error: Partial<Error>): never => {
    if ('syscall' in error) throw error;
    const { message = 'a file cannot be read or written' } = error;
    throw new DatabaseUnavailableError(
      `${what}: ${message.replace(/\.?$/, '.')} Its files may be damaged, or the disk full.`,
    );
  };

/** Waits for the statement that runs; until it is done, no other one begins. */
const dump = async (pglite: PGlite): Promise<Blob> => {
  // What is committed is in the log already; this keeps the copy short to recover.
  await pglite.exec('CHECKPOINT');
  return pglite.dumpDataDir('none');
};
