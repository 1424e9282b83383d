// Which files the journal leaves on disk, and which of them goes first.
import { truncateSync } from 'node:fs';
import { expect, it } from 'vitest';
import { event } from './support/spool-events.js';
import { useSpools } from './support/use-spools.js';

const { openNow, openHere, leave, segmentFiles } = useSpools();
const SMALL = { maxBytes: 8_000 };

it('a file of which all is answered goes once it is full, not with the process', async () => {
  const spool = await openHere(SMALL);
  for (let n = 0; n < 50; n++) {
    expect(spool.write(event(`e${n}`, 'x'.repeat(200)), true)).toBe(true);
    spool.acknowledge([`e${n}`]);
    expect(segmentFiles().length).toBeLessThanOrEqual(1);
  }
  expect(spool.fill()).toBeLessThan(0.25);
});

it('a file that is full goes once all of it is answered, so that there is room again', async () => {
  const spool = await openHere(SMALL);
  expect(spool.write(event('large', 'x'.repeat(7_000)), true)).toBe(true);
  expect(spool.hasRoom(7_000)).toBe(false);
  spool.acknowledge(['large']);
  expect(spool.fill()).toBe(0);
  expect(spool.hasRoom(7_000)).toBe(true);
  expect(segmentFiles()).toEqual([]);
});

it('what another process left is older than what this one writes, and is given up first', async () => {
  const first = await openHere(SMALL);
  first.write(event('left'), true);
  leave(first);
  const spool = openNow(SMALL);
  spool.write(event('own'), false);
  await spool.ready;
  expect(spool.take(1).events).toMatchObject([{ id: 'left' }]);
  expect(spool.dropOldest()).toMatchObject({ givenIds: ['left'] });
  expect(spool.take(1).events).toMatchObject([{ id: 'own' }]);
});

it('a file that a process left before anything was in it goes at once', async () => {
  const first = await openHere(SMALL);
  first.write(event('a'), true);
  leave(first);
  for (const path of segmentFiles()) truncateSync(path);
  const spool = await openHere(SMALL);
  expect(spool.hasUnread('any')).toBe(false);
  expect(segmentFiles()).toEqual([]);
});
