// What an earlier page left is found also when that page was still there at first.
import { expect, it } from 'vitest';
import { createFakeStore, createWorld, openPage, START } from './fakes.js';

it('takes over what a page left that was still going when this one opened', async () => {
  const world = createWorld();
  openPage(world);
  await world.clock.turn(2_000);
  const id = '019b7600-0000-7000-8000-000000000000';
  const json = JSON.stringify({ type: 'track', event: 'late', message_id: id });
  world.disk.events.set(id, { id, at: START, json });
  await world.clock.turn(10_000);
  expect(world.server.names()).toEqual(['late']);
  expect(world.disk.events.size).toBe(0);
});

it('gives up what is beyond the bound of what is left over, not what other tabs give up just then', async () => {
  const world = createWorld();
  for (let n = 0; n < 30; n++) {
    const id = `019b7600-0000-7000-8000-${String(n).padStart(12, '0')}`;
    world.disk.events.set(id, {
      id,
      at: START,
      json: JSON.stringify({ message_id: id, event: n }),
    });
  }
  // Ten more are another tab's, which took them to give them up.
  const store = { ...createFakeStore(world.disk), size: async () => 40 };
  const { tracker } = openPage(world, { maxQueueEvents: 25 }, { store });
  await world.clock.turn(10_000);
  expect(world.server.names()).toEqual(Array.from({ length: 25 }, (_, n) => n + 5));
  expect(tracker.stats()).toMatchObject({ recovered: 30, dropped: { queue_full: 5 } });
});

it('gives up the oldest of what is left over, not what this page has recorded since', async () => {
  const world = createWorld();
  for (const id of ['old 1', 'old 2', 'old 3']) {
    world.disk.events.set(id, {
      id,
      at: START,
      json: JSON.stringify({ message_id: id, event: id }),
    });
  }
  world.server.answer = () => ({ kind: 'retry', afterMs: 60_000 });
  const { tracker, drops } = openPage(world, { maxQueueEvents: 3 });
  tracker.track('new');
  await world.clock.turn(10_000);
  world.server.answer = () => ({ kind: 'delivered' });
  await world.clock.turn(120_000);
  expect(world.server.names()).toEqual(['new', 'old 2', 'old 3']);
  expect(drops).toMatchObject([{ reason: 'queue_full', messageId: 'old 1' }]);
});

it('looks for nothing while the page is rendered ahead, where it would have to wait for a lock', async () => {
  const world = createWorld();
  let isAhead = true;
  let looks = 0;
  const disk = createFakeStore(world.disk);
  const store = { ...disk, size: () => disk.size().finally(() => looks++) };
  const { page } = openPage(world, {}, { store, isAhead: () => isAhead });
  await world.clock.turn(30_000);
  expect(looks).toBe(0);
  isAhead = false;
  page.show();
  await world.clock.turn(0);
  expect(looks).toBe(1);
});

it('looks once at a time, and tells of a store that cannot count', async () => {
  const world = createWorld();
  const disk = createFakeStore(world.disk);
  const id = '019b7600-0000-7000-8000-000000000000';
  world.disk.events.set(id, { id, at: START, json: `{"message_id":"${id}","event":"left"}` });
  const counts: ((cause: Error) => void)[] = [];
  const size = () => new Promise<number>((_, reject) => counts.push(reject));
  const { page, faults } = openPage(world, {}, { store: { ...disk, size } });
  for (let n = 0; n < 3; n++) page.show();
  expect(counts).toHaveLength(1);
  counts[0]?.(new Error('no answer'));
  await world.clock.turn(500);
  expect(world.server.names()).toEqual(['left']);
  expect(faults).toMatchObject([{ code: 'storage' }]);
  page.show();
  expect(counts).toHaveLength(2);
});
