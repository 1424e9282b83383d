// Timers that may fire early, and that leave nothing behind when they are cancelled.
import { expect, it } from 'vitest';
import { createDelays } from '../../src/wallets/delays.js';

const HOUR_MS = 3_600_000;

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

it('leaves no timer behind when it is cancelled, for which a test runner would wait', () => {
  const delays = createDelays();
  const before = timers();
  const cancel = delays.after(HOUR_MS, () => {});
  expect(timers()).toBe(before + 1);
  expect(cancel()).toBe(true);
  expect(timers()).toBe(before);
  expect(cancel()).toBe(false);
});

it('runs what waits once when it stops', () => {
  const delays = createDelays();
  let runs = 0;
  const cancel = delays.after(HOUR_MS, () => {
    runs += 1;
  });
  delays.stop();
  delays.stop();
  expect(runs).toBe(1);
  expect(cancel()).toBe(false);
});
