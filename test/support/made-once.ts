// Folders that take long to make and come out the same: made once in a run of the tests, and copied.
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOrThrow } from './run.js';

/** Names the folder of a run that they lie in. Where it is not set, each is made anew. */
const VARIABLE = 'CHAINTRAIL_TESTS_MADE_ONCE';

/** Runs once before all tests, as vitest's `globalSetup`; what it answers runs after them. */
export const setup = async (): Promise<() => Promise<void>> => {
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

const isThere = (place: string): Promise<boolean> =>
  readFile(join(place, 'told.json')).then(
    () => true,
    () => false,
  );

/**
 * Copies to `folder`, which must be missing, what `make` has written to its argument the first time that
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
  if (!(await isThere(place))) await makeIn(place, make);
  // Node's own copy takes many times as long for a thousand files.
  await runOrThrow('cp', ['-a', join(place, 'folder'), folder], { cwd: all });
  return JSON.parse(await readFile(join(place, 'told.json'), 'utf8')) as Told;
};
