// When an alarm wakes, which is never before it was set.
import { expect, it } from 'vitest';
import { createAlarm } from '../../src/core/alarm.js';

it('that is set as its time passes asks for no time below 0, of which Node warns', () => {
  const delays: number[] = [];
  const after = (delayMs: number) => {
    delays.push(delayMs);
    return () => {};
  };
  createAlarm({ now: () => 1_001, after }, () => {}).plan(1_000);
  expect(delays).toEqual([0]);
});
