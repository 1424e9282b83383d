// Makes a spool's folder, with those above it, for this user alone.
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Node's own `recursive` tries for ever where a file system says of a new folder that there is no such
 * one, as `/proc` does.
 *
 * @throws what `mkdir` throws, such as EACCES, or EEXIST for a file in its place
 */
export const makeFolder = (path: string): void => {
  const parent = dirname(path);
  // Before, not once it is missed: another process may make it meanwhile.
  if (parent !== path && !isFolder(parent)) makeFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (cause) {
    if (!isFolder(path)) throw cause;
  }
};
