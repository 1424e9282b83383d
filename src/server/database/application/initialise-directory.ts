// Makes a Postgres data directory such that a crash at any moment leaves either all of it or nothing.
import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { namesIn } from '../../names-in.js';
import { DatabaseUnavailableError } from '../database-errors.js';

const draftPrefix = (directory: string): string => `${basename(directory)}.init-`;

/** Drafts of starts that were killed. Safe, because one process at a time owns the data folder. */
const removeOldDrafts = async (directory: string): Promise<void> => {
  const parent = dirname(directory);
  const names = await readdir(parent);
  const drafts = names.filter((name) => name.startsWith(draftPrefix(directory)));
  await Promise.all(drafts.map((name) => rm(join(parent, name), { recursive: true })));
};

/** The files inside are for anybody to write, and hold what signs the keys. */
const PRIVATE = 0o700;

/** A folder of another user's, shared on purpose, cannot be changed and stays as it is. */
const keepPrivate = (directory: string): Promise<void> => chmod(directory, PRIVATE).catch(() => {});

/**
 * Makes `directory` by `initialise` unless it is there already. Postgres takes seconds to write its
 * first thousand files and promises nothing about a directory that was left half way, so it writes
 * into a draft beside it, which gets its name when it is whole.
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
      `${directory} is not a Postgres data directory, and not empty. Choose another data folder.`,
    );
  }
  const draft = join(dirname(directory), `${draftPrefix(directory)}${process.pid}`);
  await mkdir(draft, { mode: PRIVATE });
  await initialise(draft);
  // Over an existing directory this succeeds only if that one is empty.
  await rename(draft, directory);
};
