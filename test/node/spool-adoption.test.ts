// What a dead process left and cannot be read at once, as when no more files can be open: it is read later.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { createAdoption } from '../../src/node/spool/adopt.js';
import { createSegmentList } from '../../src/node/spool/segment-list.js';
import { createCleanup } from '../support/cleanup.js';
import { createTestDirectory } from '../support/temporary-directory.js';

const cleanUp = createCleanup();
let directory: string;

beforeEach(async () => {
  directory = await createTestDirectory(cleanUp);
});

const owner = { id: 'me', isAlive: async () => false, bury: () => {}, release: () => {} };

it('reads a claimed folder again that could not be read', async () => {
  const adoption = createAdoption(directory, owner);
  mkdirSync(join(directory, 'other.0'));
  writeFileSync(join(directory, 'other.0', '000001.log'), '');
  // No folder: it can be claimed, and not be read.
  writeFileSync(join(directory, 'dead.0'), '');
  await expect(adoption.adopt()).rejects.toThrow('ENOTDIR');

  const claimed = ['me.1', 'me.2'].map((name) => join(directory, name));
  for (const folder of claimed) {
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    writeFileSync(join(folder, '000001.log'), '');
  }
  expect([...(await adoption.adopt())].sort()).toEqual(
    claimed.map((folder) => join(folder, '000001.log')),
  );
  expect(await adoption.adopt()).toEqual([]);
});

it('answers the segments that could not be opened, to be tried again', () => {
  const faults: unknown[] = [];
  const list = createSegmentList({
    folder: join(directory, 'me.0'),
    segmentBytes: 1_000,
    attempt: (fallback, run) => {
      try {
        return run();
      } catch (cause) {
        faults.push(cause);
        return fallback;
      }
    },
    onAdoptedGone: () => {},
    onUnsafe: () => {},
  });
  const [opened, unopened] = ['000001.log', '000002.log'].map((name) => join(directory, name));
  writeFileSync(opened ?? '', 'a line\n');
  // Leads nowhere.
  symlinkSync(join(directory, 'nowhere'), unopened ?? '');
  expect(list.adopt([opened ?? '', unopened ?? ''])).toEqual([unopened]);
  expect(faults).toHaveLength(1);
  expect(list.all().map(({ path }) => path)).toEqual([opened]);

  rmSync(unopened ?? '');
  writeFileSync(unopened ?? '', 'a line\n');
  expect(list.adopt([unopened ?? ''])).toEqual([]);
  expect(list.all()).toHaveLength(2);
  for (const segment of list.all()) list.forget(segment, true);
});
