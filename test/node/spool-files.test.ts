// Which files the journal leaves on disk, and which of them goes first.
import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSpool } from '../../src/node/spool/open-spool.js';
import type { Spool } from '../../src/node/spool-port.js';
import {
  createTemporaryDirectory,
  type TemporaryDirectory,
} from '../support/temporary-directory.js';
import { event } from './support/spool-events.js';

let folder: TemporaryDirectory;
const open = new Set<Spool>();
beforeEach(async () => {
  folder = await createTemporaryDirectory();
});
afterEach(async () => {
  for (const spool of open) spool.close();
  open.clear();
  await folder.remove();
});

const openNow = () => {
  const onFault = (cause: unknown) => {
    throw cause;
  };
  const spool = openSpool({ directory: folder.path, maxBytes: 8_000, fsync: false, onFault });
  open.add(spool);
  return spool;
};

const openHere = async () => {
  const spool = openNow();
  await spool.ready;
  return spool;
};

const leave = (spool: Spool) => {
  open.delete(spool);
  spool.close();
};

const segments = () =>
  readdirSync(folder.path, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.log'),
  );

it('a file of which all is answered goes when the next one begins, not with the process', async () => {
  const spool = await openHere();
  for (let n = 0; n < 50; n++) {
    expect(spool.write(event(`e${n}`, 'x'.repeat(200)), true)).toBe(true);
    spool.acknowledge([`e${n}`]);
    expect(segments()).toHaveLength(1);
  }
  expect(spool.fill()).toBeLessThan(0.25);
});

it('what another process left is older than what this one writes, and is given up first', async () => {
  const first = await openHere();
  first.write(event('left'), true);
  leave(first);
  const spool = openNow();
  spool.write(event('own'), false);
  await spool.ready;
  expect(spool.take(1).events).toMatchObject([{ id: 'left' }]);
  expect(spool.dropOldest()).toMatchObject({ givenIds: ['left'] });
  expect(spool.take(1).events).toMatchObject([{ id: 'own' }]);
});

it('a file that a process left before anything was in it goes at once', async () => {
  const first = await openHere();
  first.write(event('a'), true);
  leave(first);
  for (const path of segments()) truncateSync(join(folder.path, path));
  const spool = await openHere();
  expect(spool.hasUnread('any')).toBe(false);
  expect(segments()).toEqual([]);
});
