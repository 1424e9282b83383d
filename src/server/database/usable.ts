// Names the file that keeps a database from opening: its engine says so in words of its own, or takes it for damage.
import { access, constants, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseInUseError } from './database-errors.js';

/**
 * Files of another user are what a command leaves that ran as root while the server was stopped.
 *
 * @throws the system's error for the first file in `directory` that this process may not use, where opening failed
 */
export const usable = <T>(directory: string, opening: Promise<T>): Promise<T> =>
  opening.catch(async (error) => {
    if (!(error instanceof DatabaseInUseError)) await requireUsable(directory);
    throw error;
  });

/**
 * @param mode what this process must be allowed to do with each file and folder: to read and write, unless given
 * @throws the system's error for the first one in `directory` for which it is not
 */
export const requireUsable = async (
  directory: string,
  mode = constants.R_OK | constants.W_OK,
): Promise<void> => {
  await access(directory, mode);
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) await requireUsable(path, mode);
    else if (entry.isFile()) await access(path, mode);
  }
};
