// What lies in a folder that may not be there.
import { readdir } from 'node:fs/promises';

/** The names in a folder; none where it was never made. */
export const namesIn = (directory: string): Promise<string[]> =>
  readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
