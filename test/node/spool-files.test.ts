// Which files the spool keeps on disk, and which of them it removes first.
import { mkdirSync, readdirSync, renameSync, statSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { eventually } from '../support/eventually.js';
import { event } from './support/spool-events.js';
import { useSpools } from './support/use-spools.js';

const { folder, openNow, openHere, leave, segmentFiles } = useSpools();
const sizeOf = (paths: readonly string[]) =>
  paths.reduce((sum, path) => sum + statSync(path).size, 0);

/** The segment folders of all owners. */
const foldersHere = () => readdirSync(folder()).filter((name) => /\.\d+$/.test(name));

const SMALL = { maxBytes: 8_000 };

it('a file whose events are all acknowledged is removed once it is full, not only when the process ends', async () => {
  const spool = await openHere(SMALL);
  for (let n = 0; n < 50; n++) {
    expect(spool.write(event(`e${n}`, 'x'.repeat(200)), true)).toBe(true);
    spool.acknowledge([`e${n}`]);
    expect(segmentFiles().length).toBeLessThanOrEqual(1);
  }
  expect(spool.fill()).toBeLessThan(0.25);
});

it('a full file is removed once all its events are acknowledged, which makes room', async () => {
  const spool = await openHere(SMALL);
  expect(spool.write(event('large', 'x'.repeat(7_000)), true)).toBe(true);
  expect(spool.hasRoom(7_000)).toBe(false);
  spool.acknowledge(['large']);
  expect(spool.fill()).toBe(0);
  expect(spool.hasRoom(7_000)).toBe(true);
  expect(segmentFiles()).toEqual([]);
});

it('events left by another process count as older than new ones, and are dropped first', async () => {
  const first = await openHere(SMALL);
  first.write(event('left'), true);
  leave(first);
  const spool = openNow(SMALL);
  spool.write(event('own'), false);
  await spool.ready;
  expect(spool.fill()).toBeCloseTo(sizeOf(segmentFiles()) / SMALL.maxBytes, 9);
  expect(spool.take(1).events).toMatchObject([{ id: 'left' }]);
  expect(spool.dropOldest()).toMatchObject({ givenIds: ['left'] });
  expect(spool.has('left')).toBe(false);
  expect(spool.fill()).toBeCloseTo(sizeOf(segmentFiles()) / SMALL.maxBytes, 9);
  expect(spool.dropOldest()).toMatchObject({ events: [{ id: 'own' }], givenIds: [] });
  expect(spool.has('own')).toBe(false);
  expect(spool.fill()).toBe(0);
});

it('an empty file that a process left is removed at once', async () => {
  const first = await openHere(SMALL);
  first.write(event('a'), true);
  leave(first);
  for (const path of segmentFiles()) truncateSync(path);
  const spool = await openHere(SMALL);
  expect(spool.hasUnread('any')).toBe(false);
  expect(segmentFiles()).toEqual([]);
});

it('a folder that was taken over is removed once it is empty', async () => {
  const first = await openHere(SMALL);
  first.write(event('a'), true);
  leave(first);
  // Left by a process that died before it wrote anything.
  mkdirSync(join(folder(), '00000000-00000000-000000000000.0'));
  const spool = await openHere(SMALL);
  expect(foldersHere()).toHaveLength(2);
  spool.acknowledge(spool.take(1).events.map(({ id }) => id));
  expect(foldersHere()).toHaveLength(1);
});

it('finds also what a process leaves that dies later, and retries files that cannot be opened', async () => {
  const rounds = vi.spyOn(globalThis, 'setInterval');
  const first = await openHere(SMALL);
  const faults: unknown[] = [];
  const spool = await openHere({ ...SMALL, onFault: (cause) => faults.push(cause) });
  const look = rounds.mock.calls.filter(([, everyMs]) => everyMs === 30_000).at(-1)?.[0];
  rounds.mockRestore();
  let found = 0;
  spool.onAdopted(() => {
    found += 1;
  });

  first.write(event('a'), true);
  leave(first);
  const [path = ''] = segmentFiles();
  renameSync(path, `${path}.hidden`);
  symlinkSync(join(folder(), 'nowhere'), path);
  look?.();
  await eventually(() => expect(faults).toHaveLength(1));
  const [link = ''] = segmentFiles();
  renameSync(`${link}.hidden`, link);
  const before = found;
  look?.();
  await eventually(() => expect(found).toBe(before + 1));
  expect(spool.take(1).events).toMatchObject([{ id: 'a' }]);
  look?.();
  spool.acknowledge(['a']);
  expect(segmentFiles()).toEqual([]);
});
