// Makes a Postgres data directory atomically: after a crash there is either all of it or nothing.
import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { namesIn } from '../../data-folder/names-in.js';
import { DatabaseUnavailableError } from '../database-errors.js';

const draftPrefix = (directory: string): string => `${basename(directory)}.init-`;

/** Removes drafts of starts that were killed. That is safe, as one process at a time owns the data folder. */
const removeOldDrafts = async (directory: string): Promise<void> => {
  const parent = dirname(directory);
  const names = await readdir(parent);
  const drafts = names.filter((name) => name.startsWith(draftPrefix(directory)));
  await Promise.all(drafts.map((name) => rm(join(parent, name), { recursive: true })));
};

/** PGlite makes files writable for everybody, and they hold the secret that signs keys, so the folder is private. */
const PRIVATE = 0o700;

/**
 * The mode of a folder that belongs to another user, and is shared on purpose, cannot be changed: it is left.
 */
const keepPrivate = (directory: string): Promise<void> => chmod(directory, PRIVATE).catch(() => {});

/**
 * Makes `directory` with `initialise` unless it exists. Postgres writes its first thousand files for seconds,
 * and cannot use a directory that is left incomplete. So it writes into a draft beside it, which is renamed
 * when it is complete.
 */
export const initialiseDirectory = async (
  directory: string,
  initialise: (draft: string) => Promise<void>,
): Promise<void> => {
  await mkdir(dirname(directory), { recursive: true });
  await removeOldDrafts(directory);
  const names = await namesIn(directory);
  if (names.includes('PG_VERSION')) return keepPrivate(directory);
  if (names.length > 0) {
    throw new DatabaseUnavailableError(
      `${directory} is neither empty nor a Postgres data directory. Choose another data folder.`,
    );
  }
  const draft = join(dirname(directory), `${draftPrefix(directory)}${process.pid}`);
  await mkdir(draft, { mode: PRIVATE });
  await initialise(draft);
  // The rename replaces an existing directory only if that is empty.
  await rename(draft, directory);
};
