// The order in which a backup copies its parts, and which files it contains.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { backUp } from '../../../src/server/backup/backup.js';
import { createCleanup } from '../../support/cleanup.js';
import { createTestDirectory } from '../../support/temporary-directory.js';

const cleanUp = createCleanup();

it('copies the application database before the events, and the events while no load runs', async () => {
  const directory = await createTestDirectory(cleanUp);
  const happened: string[] = [];
  const copying = {
    application: async () => {
      happened.push('application');
      return new Blob(['rows']);
    },
    analytics: async (to: string) => {
      happened.push('analytics');
      await mkdir(to);
      await writeFile(join(to, 'table'), 'rows');
    },
  };
  const facts = await backUp(
    {
      databases: { copying },
      dataDirectory: join(directory, 'data'),
      settle: async () => void happened.push('settled'),
      withoutLoads: async (work) => {
        happened.push('loads wait');
        const result = await work();
        happened.push('loads go on');
        return result;
      },
      finishDeletion: async () => void happened.push('deletion finished'),
    },
    join(directory, 'backup'),
  );
  const whileLoadsWait = ['deletion finished', 'analytics'];
  expect(happened).toEqual([
    'application',
    'settled',
    'loads wait',
    ...whileLoadsWait,
    'loads go on',
  ]);
  expect(facts.files).toBe(3);
});

/** The parts of a server that is idle and stores almost nothing. */
const idlePartsOf = (dataDirectory: string) => ({
  databases: {
    copying: {
      application: async () => new Blob(['rows']),
      analytics: async (to: string) => void (await mkdir(to)),
    },
  },
  dataDirectory,
  settle: async () => {},
  withoutLoads: <T>(work: () => Promise<T>) => work(),
  finishDeletion: async () => {},
});

it('copies only the files of refused events from the quarantine folder', async () => {
  const directory = await createTestDirectory(cleanUp);
  const dataDirectory = join(directory, 'data');
  const quarantine = join(dataDirectory, 'quarantine');
  await mkdir(join(quarantine, 'lost+found'), { recursive: true });
  await writeFile(join(quarantine, 'quarantine-1790000000000-000000.ndjson'), '{}\n');
  const backup = join(directory, 'backup');
  await backUp(idlePartsOf(dataDirectory), backup);
  expect(await readdir(join(backup, 'quarantine'))).toEqual([
    'quarantine-1790000000000-000000.ndjson',
  ]);
});

it.each([
  ['fails where the refused events cannot be read', true],
  ['succeeds where there are no refused events', false],
])('%s', async (_, isThere) => {
  const dataDirectory = await createTestDirectory(cleanUp);
  // A file in place of the folder, which cannot be read as a folder.
  if (isThere) await writeFile(join(dataDirectory, 'quarantine'), '');
  const backup = join(await createTestDirectory(cleanUp), 'backup');
  const done = backUp(idlePartsOf(dataDirectory), backup).then(
    () => 'whole',
    (error) => error.code,
  );
  expect(await done).toBe(isThere ? 'ENOTDIR' : 'whole');
});

it('starts again after an interrupted backup, and leaves other files alone', async () => {
  const directory = await createTestDirectory(cleanUp);
  const backup = join(directory, 'backup');
  const parts = {
    databases: {
      copying: {
        application: async () => new Blob(['rows']),
        analytics: async (to: string) => void (await mkdir(to)),
      },
    },
    dataDirectory: join(directory, 'data'),
    settle: async () => {},
    withoutLoads: <T>(work: () => Promise<T>) => work(),
    finishDeletion: async () => {},
  };
  const killed = new Promise<void>((resolve) => {
    const settle = () => {
      resolve();
      return new Promise<void>(() => {});
    };
    void backUp({ ...parts, settle }, backup);
  });
  await killed;
  await writeFile(join(backup, 'mine'), 'mine');
  await expect(backUp(parts, backup)).rejects.toThrow('is not empty: it contains mine');
  expect(await readdir(backup)).toEqual(['mine']);

  await rm(join(backup, 'mine'));
  await backUp(parts, backup);
  const whole = await readdir(backup);
  expect(whole.sort()).toEqual(['analytics', 'application.tar', 'backup.json', 'quarantine']);
  await writeFile(join(backup, 'backing-up.chaintrail'), 'left by a kill at the very end');
  await expect(backUp(parts, backup)).rejects.toThrow(
    /is not empty: it contains the complete backup of \d{4}-/,
  );
  expect(await readdir(backup)).toEqual(expect.arrayContaining(whole));
});

it('refuses a folder that cannot be created', async () => {
  const copying = { application: async () => new Blob(), analytics: async () => {} };
  const parts = {
    databases: { copying },
    dataDirectory: await createTestDirectory(cleanUp),
    settle: async () => {},
    withoutLoads: <T>(work: () => Promise<T>) => work(),
    finishDeletion: async () => {},
  };
  await expect(backUp(parts, '/proc/backup/here')).rejects.toThrow(
    /^\/proc\/backup\/here cannot be written to: ENOENT/,
  );
});
