// When an alarm fires: never before the time it was set for, nor long after it.
import { expect, it } from 'vitest';
import { createAlarm } from '../../src/core/alarm.js';
import { createWorld, openPage, settle } from './fakes.js';

it('an alarm set for a time that has just passed plans a delay of 0: Node warns of negative ones', () => {
  const delays: number[] = [];
  const after = (delayMs: number) => {
    delays.push(delayMs);
    return () => {};
  };
  createAlarm({ now: () => 1_001, after }, () => {}).plan(1_000);
  expect(delays).toEqual([0]);
});

it('an alarm whose time passed while the machine slept is set anew, and only once', () => {
  const delays: number[] = [];
  const after = (delayMs: number) => {
    delays.push(delayMs);
    return () => {};
  };
  let now = 0;
  const alarm = createAlarm({ now: () => now, after }, () => {});
  alarm.plan(60_000);
  now = 3_600_000;
  alarm.plan(now + 500);
  alarm.plan(now + 500);
  expect(delays).toEqual([60_000, 500]);
});

it.each(['flush', 'show', 'online'])(
  'what waits is sent by %s after the machine slept through a Retry-After',
  async (how) => {
    const world = createWorld();
    let sleptMs = 0;
    const clock = { ...world.clock, now: () => world.clock.now() + sleptMs };
    const { tracker, page } = openPage(world, {}, { clock });
    world.server.answer = () => ({ kind: 'retry', afterMs: 1_800_000 });
    tracker.track('before');
    await world.clock.turn(2_000);
    world.server.answer = () => ({ kind: 'delivered' });
    sleptMs = 8 * 3_600_000;
    if (how === 'flush') void tracker.flush();
    if (how === 'show') page.show();
    if (how === 'online') page.online();
    await world.clock.turn(1_000);
    await settle();
    expect(world.server.names()).toEqual(['before']);
  },
);
