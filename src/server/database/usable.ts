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

const requireUsable = async (directory: string): Promise<void> => {
  await requireAccess(directory);
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) await requireUsable(path);
    else if (entry.isFile()) await requireAccess(path);
  }
};

const requireAccess = (path: string) => access(path, constants.R_OK | constants.W_OK);
