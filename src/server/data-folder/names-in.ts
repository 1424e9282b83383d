// Lists a folder that may not exist.
import { readdir } from 'node:fs/promises';

/** The names in a folder; an empty list when the folder does not exist. */
export const namesIn = (directory: string): Promise<string[]> =>
  readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
