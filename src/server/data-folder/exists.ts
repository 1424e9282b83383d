// Whether there is a file or folder at a path.
import { access } from 'node:fs/promises';

/** @throws what keeps from looking, such as EACCES: what is there must not be taken for missing */
export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false;
      throw error;
    },
  );
