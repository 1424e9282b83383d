// Makes a spool's folder, with those above it, for this user alone.
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Makes the folder. Node's own `recursive` would try for ever on a file system that refuses a new
 * folder with ENOENT, as `/proc` does.
 *
 * @throws what `mkdir` throws, such as EACCES, or EEXIST for a file in its place
 */
export const makeFolder = (path: string): void => {
  const parent = dirname(path);
  // Made first, and not only after `mkdir` fails.
  if (parent !== path && !isFolder(parent)) makeFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (cause) {
    if (!isFolder(path)) throw cause;
  }
};
