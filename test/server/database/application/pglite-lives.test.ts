// When Postgres ends inside this process, such as for a full disk, it is opened again without losing answered writes.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import type { EmbeddedApplication } from '../../../../src/server/database/application/open-application.js';
import { DatabaseUnavailableError } from '../../../../src/server/database/database-errors.js';
import { builtFile } from '../../../support/built.js';
import { createCleanup } from '../../../support/cleanup.js';
import { startNodeProcess } from '../../../support/node-process.js';
import { createTestDirectory } from '../../../support/temporary-directory.js';
import { openTestApplication } from './open-test-application.js';

const cleanUp = createCleanup();
let database: EmbeddedApplication;
let directory: string;

beforeEach(async () => {
  directory = join(await createTestDirectory(cleanUp), 'data');
  database = await openTestApplication({ directory });
  cleanUp(() => database.close());
  await database.query('CREATE TABLE kept (n INT PRIMARY KEY)');
  await database.query('INSERT INTO kept VALUES (1)');
});

/** Makes fsync fail while the work runs. */
const withoutSync = async (work: () => Promise<unknown>): Promise<unknown> => {
  const { fsyncSync } = fs;
  const set = (sync: typeof fsyncSync): void => {
    fs.fsyncSync = sync;
    syncBuiltinESMExports();
  };
  set(() => {
    throw new Error('EIO');
  });
  try {
    return await work();
  } finally {
    set(fsyncSync);
  }
};

const rows = () => database.query('SELECT n FROM kept ORDER BY n');

it.each([
  ['a statement', () => database.query('INSERT INTO kept VALUES (2)')],
  ['a copy', () => database.dump()],
])('is opened again after it ended in %s, and keeps answered writes', async (_, work) => {
  await expect(withoutSync(work)).rejects.toThrow(DatabaseUnavailableError);
  await database.query('INSERT INTO kept VALUES (3)');
  expect(await rows()).toEqual(expect.arrayContaining([{ n: 1 }, { n: 3 }]));
  expect(await database.isReady()).toBe(true);
});

it('reports a full disk as DatabaseUnavailableError', async () => {
  await expect(
    database.query(
      "DO $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = 'disk_full'; END $$",
    ),
  ).rejects.toThrow(DatabaseUnavailableError);
  expect(await rows()).toEqual([{ n: 1 }]);
});

/** Runs in a process of its own, because a process in which such an end goes unnoticed hangs for ever. */
const COMMIT = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const [openFile, directory] = process.argv.slice(1);
  const { openApplication } = await import(openFile);
  const database = await openApplication({ directory });
  const { fsyncSync } = fs;
  await database.transaction(async (sql) => {
    await sql.query('INSERT INTO kept VALUES (2)');
    fs.fsyncSync = () => { throw new Error('EIO'); };
    syncBuiltinESMExports();
  }).catch((error) => console.log(error.name));
  fs.fsyncSync = fsyncSync;
  syncBuiltinESMExports();
  await database.query('INSERT INTO kept VALUES (3)');
  console.log(JSON.stringify(await database.query('SELECT n FROM kept WHERE n <> 2 ORDER BY n')));
`;

it('is opened again after it ended in a commit', async () => {
  await database.close();
  const openFile = builtFile('server/database/application/open-application');
  const committing = startNodeProcess(COMMIT, [openFile, directory]);
  onTestFinished(() => committing.kill('SIGKILL'));
  expect(await committing.nextLine()).toBe('DatabaseUnavailableError');
  expect(JSON.parse(await committing.nextLine())).toEqual([{ n: 1 }, { n: 3 }]);
});
