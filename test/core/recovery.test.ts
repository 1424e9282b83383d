// Events that another page left behind are found also where that page ended after this one opened.
import { expect, it } from 'vitest';
import { createFakeStore, createWorld, openPage, START } from './fakes.js';

it('sends events left by a page that was still open when this one started', async () => {
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

it('drops what exceeds the limit of left-over events, without counting those that another tab drops', async () => {
  const world = createWorld();
  for (let n = 0; n < 30; n++) {
    const id = `019b7600-0000-7000-8000-${String(n).padStart(12, '0')}`;
    world.disk.events.set(id, {
      id,
      at: START,
      json: JSON.stringify({ message_id: id, event: n }),
    });
  }
  // Another tab took ten more events in order to drop them.
  const store = { ...createFakeStore(world.disk), size: async () => 40 };
  const { tracker } = openPage(world, { maxQueueEvents: 25 }, { store });
  await world.clock.turn(10_000);
  expect(world.server.names()).toEqual(Array.from({ length: 25 }, (_, n) => n + 5));
  expect(tracker.stats()).toMatchObject({ recovered: 30, dropped: { queue_full: 5 } });
});

it('drops the oldest left-over events, and none that this page has recorded since', async () => {
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

it('does not look for left-over events while the page is prerendered, where it would wait for a lock', async () => {
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

it('looks for left-over events once at a time, and reports a store that cannot count', async () => {
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
