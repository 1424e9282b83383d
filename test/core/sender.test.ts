// How long the sender waits: as long as the server asks, and no longer than necessary while the
// browser is offline.
import { expect, it } from 'vitest';
import { createWorld, openPage, settle } from './fakes.js';

it('honours the Retry-After of the request sent when a page was hidden, if the page stays', async () => {
  const world = createWorld();
  const { tracker, page } = openPage(world);
  tracker.track('first');
  await world.clock.turn(2_000);
  world.server.answer = () => ({ kind: 'retry', afterMs: 60_000 });
  tracker.track('second');
  await world.clock.turn(10);
  page.hide(false);
  await settle();
  const asked = world.server.requests.length;
  expect(world.server.lastRequests).toBe(1);
  await world.clock.turn(50_000);
  expect(world.server.requests).toHaveLength(asked);
  world.server.answer = () => ({ kind: 'delivered' });
  await world.clock.turn(20_000);
  expect(world.server.names()).toEqual(['first', 'second']);
});

it('waits as long as the server asked, although another request fails without asking', async () => {
  const world = createWorld();
  const { tracker, page } = openPage(world);
  tracker.track('first');
  await world.clock.turn(2_000);
  let fail = () => {};
  world.server.answer = () =>
    new Promise((resolve) => {
      fail = () => resolve({ kind: 'retry' });
    });
  tracker.track('second');
  await world.clock.turn(2_000);
  world.server.answer = () => ({ kind: 'retry', afterMs: 60_000 });
  page.hide(true);
  page.show();
  await settle();
  expect(world.server.requests).toHaveLength(3);
  fail();
  await settle();
  page.online();
  await world.clock.turn(50_000);
  expect(world.server.requests).toHaveLength(3);
  world.server.answer = () => ({ kind: 'delivered' });
  await world.clock.turn(20_000);
  expect(world.server.names()).toEqual(['first', 'second']);
});

it('sends no more at once than `maxBatchBytes` when the page is hidden', async () => {
  const world = createWorld();
  const { tracker, page } = openPage(world, { maxBatchBytes: 2_000 });
  for (const index of Array(20).keys()) tracker.track('swap', { index });
  page.hide(true);
  await settle();
  const bodies = world.server.requests.map((events) => JSON.stringify(events).length);
  expect(world.server.lastRequests).toBe(1);
  expect(Math.max(...bodies)).toBeLessThanOrEqual(2_000);
});

it('sends an event larger than `maxBatchBytes` alone when the page is left', async () => {
  const world = createWorld();
  const { tracker, page } = openPage(world, { maxBatchBytes: 2_000 });
  tracker.track('large', { text: 'x'.repeat(3_000) });
  page.hide(true);
  await settle();
  expect(world.server.lastRequests).toBe(1);
  tracker.track('larger', { text: 'x'.repeat(4_000) });
  tracker.track('swap');
  page.hide(true);
  await settle();
  page.hide(true);
  await settle();
  expect(world.server.names()).toEqual(['large', 'swap', 'larger']);
});

it.each([0, 1])('backs off further when each Retry-After is %i ms', async (afterMs) => {
  const world = createWorld();
  world.server.answer = () => ({ kind: 'retry', afterMs });
  openPage(world).tracker.track('swap');
  await world.clock.turn(600_000);
  // Attempts are at most a minute apart, half of that on average, and more frequent at first.
  expect(world.server.requests.length).toBeGreaterThan(9);
  expect(world.server.requests.length).toBeLessThan(60);
});

it('tries once a minute where a browser wrongly says that it is offline', async () => {
  const world = createWorld();
  const { tracker, page } = openPage(world);
  page.isOnline = false;
  tracker.track('swap');
  await world.clock.turn(59_000);
  expect(world.server.requests).toHaveLength(0);
  await world.clock.turn(2_000);
  expect(world.server.names()).toEqual(['swap']);
});
