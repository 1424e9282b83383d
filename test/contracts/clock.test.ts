// Runs the contract for every Clock, including the fake of the tests.
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { createClock } from '../../src/browser/clock.js';
import { createEdgeClock } from '../../src/node/edge-clock.js';
import { createNodeClock } from '../../src/node/node-clock.js';
import { createHandClock } from '../core/fakes.js';
import { describeClock } from './clock.contract.js';

describeClock("The browser's clock", () => ({ clock: createClock(), pass: (ms) => pause(ms) }));

describeClock("Node's clock", () => ({ clock: createNodeClock(), pass: (ms) => pause(ms) }));

describeClock("The edge's clock", () => ({
  clock: createEdgeClock(() => {}),
  pass: (ms) => pause(ms),
}));

describeClock('The clock turned by hand', () => {
  const clock = createHandClock();
  return { clock, pass: clock.turn };
});

test("The browser's clock returns whole milliseconds, also where Date.now() returns fractions", () => {
  const { now } = Date;
  Date.now = () => 1_767_225_600_000.25;
  expect(createClock().now()).toBe(1_767_225_600_000);
  Date.now = now;
});

test("What the browser's clock runs throws nothing at the page", () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  createClock().after(0, () => {
    throw new Error('a hidden global');
  });
  expect(() => vi.runAllTimers()).not.toThrow();
  vi.useRealTimers();
});
