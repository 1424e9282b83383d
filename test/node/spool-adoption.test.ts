// Files of a dead process that cannot be read at once, as with too many open files, are read later.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { createAdoption } from '../../src/node/spool/adopt.js';
import { createSegmentList } from '../../src/node/spool/segment-list.js';
import { createCleanup } from '../support/cleanup.js';
import { createTestDirectory } from '../support/temporary-directory.js';

const cleanUp = createCleanup();
let directory: string;
let faults: unknown[];
beforeEach(async () => {
  faults = [];
  directory = await createTestDirectory(cleanUp);
});

const attempt = <T>(fallback: T, run: () => T): T => {
  try {
    return run();
  } catch (cause) {
    faults.push(cause);
    return fallback;
  }
};

const owner = { id: 'me', isAlive: async () => false, bury: () => {}, release: () => {} };

it('retries a claimed folder that could not be read, and reads the others at once', async () => {
  const adoption = createAdoption(directory, owner, attempt);
  const found = async () => [...(await adoption.adopt())].map((path) => relative(directory, path));
  // A file in place of a folder: it can be claimed but not listed, like the folder of a process of
  // another user.
  writeFileSync(join(directory, 'dead.0'), '');
  mkdirSync(join(directory, 'other.0'));
  writeFileSync(join(directory, 'other.0', '000001.log'), '');
  const [first] = await found();
  expect(faults).toMatchObject([{ code: 'ENOTDIR' }]);
  expect(first).toMatch(/^me\.[12].000001\.log$/);
  expect(await found()).toEqual([]);
  expect(faults).toHaveLength(2);

  const unread = ['me.1', 'me.2'].find((name) => !first?.startsWith(name)) ?? '';
  rmSync(join(directory, unread));
  mkdirSync(join(directory, unread));
  writeFileSync(join(directory, unread, '000001.log'), '');
  expect(await found()).toEqual([join(unread, '000001.log')]);
  expect(await found()).toEqual([]);
});

it('returns the segments that could not be opened, so that they are retried', () => {
  const list = createSegmentList({
    folder: join(directory, 'me.0'),
    segmentBytes: 1_000,
    attempt,
    onAdoptedGone: () => {},
    onUnsafe: () => {},
  });
  const [opened, unopened] = ['000001.log', '000002.log'].map((name) => join(directory, name));
  writeFileSync(opened ?? '', 'a line\n');
  // A link to a file that does not exist.
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
