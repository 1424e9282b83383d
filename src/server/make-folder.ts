// Makes a folder, with those above it, for this user alone.
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Node's own `recursive` tries for ever where a file system says of a new folder that there is no such
 * one, as `/proc` does.
 *
 * @throws what `mkdir` throws, such as EACCES, or EEXIST for a file in its place
 */
export async function makeFolder(path: string): Promise<void> {
  const parent = dirname(path);
  // Before, not once it is missed: another may make it meanwhile.
  if (parent !== path && !(await isFolder(parent))) await makeFolder(parent);
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (!(await isFolder(path))) throw error;
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
