// Marks a data folder while a restore fills it, so that no server starts on half of the data.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exists } from '../data-folder/exists.js';
import { ownPart } from '../data-folder/own-folder.js';
import { findLiveOwner } from '../database/analytics/owner.js';
import { DatabaseInUseError } from '../database/database-errors.js';

/** A restore into this folder was cut short. */
export class RestoreUnfinishedError extends Error {
  override readonly name = 'RestoreUnfinishedError';

  constructor(dataDirectory: string) {
    super(
      `A restore into ${dataDirectory} was interrupted. Run it again: chaintrail restore <dir>. ` +
        'It starts over.',
    );
  }
}

const markOf = (dataDirectory: string): string => join(dataDirectory, 'restoring.chaintrail');

export const isMarked = (dataDirectory: string): Promise<boolean> => exists(markOf(dataDirectory));

export const mark = (dataDirectory: string): Promise<void> =>
  writeFile(
    markOf(dataDirectory),
    'A restore is in progress. It removes this file when it is done.\n',
  );

export const unmark = (dataDirectory: string): Promise<void> => rm(markOf(dataDirectory));

const PART = 'restoring';

/**
 * Excludes other restores into the folder: two would remove each other's files.
 *
 * @returns a function that ends the exclusion
 * @throws DatabaseInUseError while another one is under way
 */
export const beginAlone = (dataDirectory: string): Promise<() => Promise<void>> =>
  ownPart(dataDirectory, PART, null);

/**
 * @throws DatabaseInUseError while a restore is under way
 * @throws {RestoreUnfinishedError} when one was cut short
 */
export async function requireWhole(dataDirectory: string): Promise<void> {
  const owner = await findLiveOwner(join(dataDirectory, PART));
  if (owner !== null) throw new DatabaseInUseError(dataDirectory, owner.pid, owner.url);
  if (await isMarked(dataDirectory)) throw new RestoreUnfinishedError(dataDirectory);
}
