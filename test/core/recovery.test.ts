// What an earlier page left is found also when that page was still there at first.
import { expect, it } from 'vitest';
import { createWorld, openPage, START } from './fakes.js';

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
