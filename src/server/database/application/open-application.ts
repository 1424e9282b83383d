// Opens the embedded application database (PGlite).
import { resolve } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { DatabaseUnavailableError } from '../database-errors.js';
import { migrate } from '../migrate.js';
import type { ApplicationDatabase } from '../ports.js';
import { usable } from '../usable.js';
import { applicationMigrations, applicationMigrationTarget } from './application-migrations.js';
import { initialiseDirectory } from './initialise-directory.js';
import { createPgliteDatabase, pgliteParsers } from './pglite-database.js';
import { createPgliteLives } from './pglite-lives.js';
import { inSyncedFolder } from './synced-folder.js';
import { tidy } from './tidy.js';

/** The application database, with operations that only the owner of its folder can do. */
export interface EmbeddedApplication extends ApplicationDatabase {
  /** The whole database as a tar file, copied between two statements. */
  dump(): Promise<Blob>;
  /** Frees the space of deleted rows and of the write-ahead log. To be called regularly. */
  tidy(): Promise<void>;
}

/**
 * Opens PGlite on `directory`, which is made when missing, and applies the migrations.
 *
 * PGlite takes no lock, so the caller must own the data folder already. Opening the analytics database first
 * ensures that, since it refuses a folder in use.
 *
 * @throws SchemaTooNewError when a later version made the schema
 * @throws DatabaseUnavailableError when the folder, or the dump, is damaged
 */
export const openApplication = async (options: {
  readonly directory: string;
  /** A dump that is restored into `directory`, which must be missing then. */
  readonly dumped?: Blob;
}): Promise<EmbeddedApplication> => {
  // Imported only here: it takes most of a second, and installations with a Postgres server do not have it.
  const { PGlite } = await import('@electric-sql/pglite');
  const directory = resolve(options.directory);
  await initialiseDirectory(directory, async (draft) => {
    const { dumped } = options;
    const pglite = await PGlite.create(draft, dumped ? { loadDataDir: dumped } : {}).catch(
      refuse(`The application database could not be created in ${directory}`),
    );
    await pglite.close();
  });
  const open = async (): Promise<PGlite> =>
    PGlite.create({ ...(await inSyncedFolder(directory)), parsers: pgliteParsers });
  const first = await usable(directory, open()).catch(
    refuse(`The application database in ${directory} could not be opened`),
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
 * Names the directory, which PGlite's errors about damaged files do not. Errors of the system are clear
 * enough and pass unchanged. When a file cannot be written, PGlite's file system throws an object without a
 * message.
 */
const refuse =
  (what: string) =>
  (error: Partial<Error>): never => {
    if ('syscall' in error) throw error;
    const { message = 'a file could not be read or written' } = error;
    // WebAssembly reserves more than eight gigabytes of addresses, of which it uses a fraction.
    const hint =
      error instanceof RangeError
        ? 'Let the process use more address space: ulimit -v unlimited.'
        : 'Its files may be damaged, or the disk full.';
    throw new DatabaseUnavailableError(`${what}: ${message.replace(/\.?$/, '.')} ${hint}`);
  };

/** Runs between other statements: it waits for the running one, and others wait for it. */
const dump = async (pglite: PGlite): Promise<Blob> => {
  // Committed changes are in the write-ahead log anyway; a checkpoint makes recovery of the copy short.
  await pglite.exec('CHECKPOINT');
  return pglite.dumpDataDir('none');
};
