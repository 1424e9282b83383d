// Simulates a power cut, which leaves only synced files: each file is copied to `disk` when it is synced.
import fs from 'node:fs';
import { cp } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openApplication } from '../../../../src/server/database/application/open-application.js';
import { createCleanup } from '../../../support/cleanup.js';
import { createTestDirectory } from '../../../support/temporary-directory.js';

const cleanUp = createCleanup();

/** Calls `onSync` with the path of each file that this process syncs. */
const watchSyncs = (onSync: (path: string) => void): void => {
  const { fsyncSync } = fs;
  fs.fsyncSync = (descriptor) => {
    fsyncSync(descriptor);
    onSync(fs.readlinkSync(`/proc/self/fd/${descriptor}`));
  };
  syncBuiltinESMExports();
  cleanUp(() => {
    fs.fsyncSync = fsyncSync;
    syncBuiltinESMExports();
  });
};

it('keeps every statement that was answered before a power cut', async () => {
  const path = await createTestDirectory(cleanUp);
  const [directory, disk] = [join(path, 'application'), join(path, 'disk')];
  const database = await openApplication({ directory });
  cleanUp(() => database.close());
  await cp(directory, disk, { recursive: true });
  watchSyncs((synced) => {
    if (synced.startsWith(directory) && fs.statSync(synced).isFile()) {
      fs.copyFileSync(synced, join(disk, synced.slice(directory.length)));
    }
  });

  await database.query('CREATE TABLE kept (n INT PRIMARY KEY)');
  for (let n = 0; n < 20; n++) await database.query('INSERT INTO kept VALUES ($1)', [n]);
  await database.transaction(async (sql) => {
    await sql.query('DELETE FROM kept WHERE n < 10');
    await sql.query('INSERT INTO kept VALUES (100)');
  });

  const after = await openApplication({ directory: disk });
  cleanUp(() => after.close());
  const rows = await after.query('SELECT count(*)::int AS rows, max(n) AS last FROM kept');
  expect(rows).toEqual([{ rows: 11, last: 100 }]);
});
