// When an alarm fires: never before the time it was set for.
import { expect, it } from 'vitest';
import { createAlarm } from '../../src/core/alarm.js';

it('an alarm set for a time that has just passed plans a delay of 0: Node warns of negative ones', () => {
  const delays: number[] = [];
  const after = (delayMs: number) => {
    delays.push(delayMs);
    return () => {};
  };
  createAlarm({ now: () => 1_001, after }, () => {}).plan(1_000);
  expect(delays).toEqual([0]);
});
