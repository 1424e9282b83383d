// Folders that take long to make and come out the same: made once in a run of the tests, and copied.
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOrThrow } from './run.js';

/** Names the folder of a run that they lie in. Where it is not set, each is made anew. */
const VARIABLE = 'CHAINTRAIL_TESTS_MADE_ONCE';

/**
 * Runs before all tests, as vitest's `globalSetup`, which calls it for each project again; what it answers
 * runs after them.
 */
export const setup = async (): Promise<(() => Promise<void>) | undefined> => {
  if (process.env[VARIABLE] !== undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'chaintrail-made-once-'));
  process.env[VARIABLE] = folder;
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
};

/** As a whole: of two processes that make the same at once, the first one's stays. */
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
 * Copies to `folder`, which must be missing or empty, what `make` has written to its argument the first time that
 * anybody in this run asked for `name`.
 *
 * @returns what `make` answered then, as JSON keeps it
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
  // Node's own copy takes many times as long for a thousand files.
  await runOrThrow('cp', ['-a', `${join(place, 'folder')}/.`, folder], { cwd: all });
  return JSON.parse(await readFile(join(place, 'told.json'), 'utf8')) as Told;
};

/** The same of a database, where its `directory` is missing: opened on a copy of one without rows. */
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
