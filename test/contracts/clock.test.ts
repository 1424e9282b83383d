// Every Clock, the tests' own included, held to the same suite.
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
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

test("The browser's clock tells whole milliseconds, also of a page that counts finer ones", () => {
  const { now } = Date;
  Date.now = () => 1_767_225_600_000.25;
  expect(createClock().now()).toBe(1_767_225_600_000);
  Date.now = now;
});
