// A data folder is made with those above it, or it is said at once why not.
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../../src/server/make-folder.js';
import { openDatabases } from '../../src/server/open-databases.js';
import { createCleanup } from '../support/cleanup.js';
import { createTestDirectory } from '../support/temporary-directory.js';

const cleanUp = createCleanup();

it('makes what is missing, and leaves what is there', async () => {
  const root = await createTestDirectory(cleanUp);
  // Whoever else makes it may be ahead at any step.
  for (let round = 0; round < 200; round++) {
    const path = join(root, `${round}`, 'a', 'b', 'c');
    await Promise.all([makeFolder(path), makeFolder(path), makeFolder(join(path, 'd'))]);
    await makeFolder(path);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
  }
});

it('does not take a file for a folder', async () => {
  const file = join(await createTestDirectory(cleanUp), 'file');
  await writeFile(file, '');
  await expect(makeFolder(file)).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(join(file, 'a'))).rejects.toMatchObject({ code: 'EEXIST', path: file });
});

it('says so where no folder can be made: in /proc Node itself tries for ever', async () => {
  const opening = openDatabases({ dataDirectory: '/proc/chaintrail/data', onClose: () => {} });
  await expect(opening).rejects.toMatchObject({ syscall: 'mkdir' });
});
