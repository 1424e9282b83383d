// Marks a data folder into which something is being restored, so that nobody serves a half of it.
import { access, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A restore into this folder was cut short. */
export class RestoreUnfinishedError extends Error {
  override readonly name = 'RestoreUnfinishedError';

  constructor(dataDirectory: string) {
    super(
      `A restore into ${dataDirectory} was cut short. Run it again: chaintrail restore <dir>. ` +
        'It begins anew.',
    );
  }
}

const markOf = (dataDirectory: string): string => join(dataDirectory, 'restoring.chaintrail');

export const isMarked = (dataDirectory: string): Promise<boolean> =>
  access(markOf(dataDirectory)).then(
    () => true,
    () => false,
  );

export const mark = (dataDirectory: string): Promise<void> =>
  writeFile(
    markOf(dataDirectory),
    'A restore is under way. It removes this file when it is done.\n',
  );

export const unmark = (dataDirectory: string): Promise<void> => rm(markOf(dataDirectory));

/** @throws {RestoreUnfinishedError} */
export async function requireWhole(dataDirectory: string): Promise<void> {
  if (await isMarked(dataDirectory)) throw new RestoreUnfinishedError(dataDirectory);
}
