// Caches folders that take long to make and are always the same: made once in a test run, and copied.
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOrThrow } from './run.js';

/** The environment variable with the cache folder of a run. Where it is not set, nothing is cached. */
const VARIABLE = 'CHAINTRAIL_TESTS_MADE_ONCE';

/**
 * The `globalSetup` of vitest: it runs before all tests, once for each project, and the function that it
 * returns runs after them.
 */
export const setup = async (): Promise<(() => Promise<void>) | undefined> => {
  if (process.env[VARIABLE] !== undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'chaintrail-made-once-'));
  process.env[VARIABLE] = folder;
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
};

/** Makes the folder under a temporary name and renames it: of two processes at once, the first one wins. */
const makeIn = async <Told>(
  place: string,
  make: (folder: string) => Promise<Told>,
): Promise<void> => {
  const draft = await mkdtemp(`${place}.draft-`);
  const told = await make(join(draft, 'folder'));
  await writeFile(join(draft, 'told.json'), JSON.stringify(told ?? null));
  await rename(draft, place).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    await rm(draft, { recursive: true });
  });
};

/**
 * Copies the cached folder `name` to `folder`, which must be missing or empty. The first call in this run makes
 * it, by `make`, which writes to its argument.
 *
 * @returns the result of `make`, after a round trip through JSON
 */
export const copyMadeOnce = async <Told>(
  name: string,
  folder: string,
  make: (folder: string) => Promise<Told>,
): Promise<Told> => {
  const all = process.env[VARIABLE];
  if (all === undefined) return make(folder);
  const place = join(all, name);
  if (!existsSync(place)) await makeIn(place, make);
  // Node's own `cp` takes many times as long for a thousand files.
  await runOrThrow('cp', ['-a', `${join(place, 'folder')}/.`, folder], { cwd: all });
  return JSON.parse(await readFile(join(place, 'told.json'), 'utf8')) as Told;
};

/** Opens a database; where its `directory` is missing, on a copy of a cached database without rows. */
export const openOnCopy = async <
  Options extends { readonly directory: string },
  Database extends { close(): Promise<void> },
>(
  name: string,
  options: Options,
  open: (options: Options) => Promise<Database>,
): Promise<Database> => {
  const { directory } = options;
  if (!existsSync(directory)) {
    const make = async (made: string) => (await open({ ...options, directory: made })).close();
    await copyMadeOnce(name, directory, make);
  }
  return open(options);
};
