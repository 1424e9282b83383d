// Creates a data folder with its parents, or fails at once with the reason.
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../../../src/server/data-folder/make-folder.js';
import { openDatabases } from '../../../src/server/database/open-databases.js';
import { createCleanup } from '../../support/cleanup.js';
import { createTestDirectory } from '../../support/temporary-directory.js';

const cleanUp = createCleanup();

it('creates missing folders, also when several callers create them at the same time', async () => {
  const root = await createTestDirectory(cleanUp);
  // Repeated, because another caller can be ahead at any step.
  for (let round = 0; round < 200; round++) {
    const path = join(root, `${round}`, 'a', 'b', 'c');
    await Promise.all([makeFolder(path), makeFolder(path), makeFolder(join(path, 'd'))]);
    await makeFolder(path);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
  }
});

it('rejects with EEXIST where a file is in the way', async () => {
  const file = join(await createTestDirectory(cleanUp), 'file');
  await writeFile(file, '');
  await expect(makeFolder(file)).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(join(file, 'a'))).rejects.toMatchObject({ code: 'EEXIST', path: file });
});

it('fails where no folder can be created, such as in /proc, where Node itself would loop for ever', async () => {
  const opening = openDatabases({ dataDirectory: '/proc/chaintrail/data', onClose: () => {} });
  await expect(opening).rejects.toMatchObject({ syscall: 'mkdir' });
});
