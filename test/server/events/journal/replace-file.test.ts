// Replaces a file atomically, and removes the draft after a failure.
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { replaceFile } from '../../../../src/server/events/journal/replace-file.js';
import { createCleanup } from '../../../support/cleanup.js';
import { createTestDirectory } from '../../../support/temporary-directory.js';

const cleanUp = createCleanup();

it('replaces the content, and is accessible to its owner alone', async () => {
  const directory = await createTestDirectory(cleanUp);
  const path = join(directory, 'file');
  await writeFile(path, 'before');
  await replaceFile(path, 'after');
  expect(await readFile(path, 'utf8')).toBe('after');
  expect((await stat(path)).mode & 0o077).toBe(0);
  expect(await readdir(directory)).toEqual(['file']);
});

it('leaves nothing behind where it failed', async () => {
  const directory = await createTestDirectory(cleanUp);
  // A folder cannot be replaced by a file.
  const path = join(directory, 'folder');
  await mkdir(path);
  await expect(replaceFile(path, 'after', '.draft')).rejects.toThrow();
  expect(await readdir(directory)).toEqual(['folder']);
});
