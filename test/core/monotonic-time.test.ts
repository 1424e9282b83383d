// The time of a page's events never runs backwards, whatever the device's clock does.
import { expect, it } from 'vitest';
import { createWorld, openPage } from './fakes.js';

it('keeps the order of events when the clock is set back a day, and time goes on from there', async () => {
  const world = createWorld();
  const page = openPage(world);
  page.tracker.track('e0');
  await world.clock.turn(5_000);
  world.clock.set(world.clock.now() - 86_400_000);
  page.tracker.track('e1');
  await world.clock.turn(5_000);
  page.tracker.track('e2');
  await world.clock.turn(5_000);
  const times = [...world.server.kept.values()].map((event) =>
    Date.parse(String(event.original_timestamp)),
  );
  expect(times.map((time) => time - Number(times[0]))).toEqual([0, 0, 5_000]);
});
