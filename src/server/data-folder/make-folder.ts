// Makes a folder and its missing parents, readable by this user alone.
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Not Node's `recursive` option: it loops for ever where a file system answers ENOENT when a folder is to be
 * made in an existing one, as `/proc` does.
 *
 * @throws what `mkdir` throws, such as EACCES, or EEXIST for a file in its place
 */
export async function makeFolder(path: string): Promise<void> {
  const parent = dirname(path);
  // Checked first: after an ENOENT of `mkdir`, a parent that another process has just made would look like /proc.
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
