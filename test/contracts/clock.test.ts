// Every Clock, the tests' own included, held to the same suite.
import { setTimeout as pause } from 'node:timers/promises';
import { createClock } from '../../src/browser/clock.js';
import { createHandClock } from '../core/fakes.js';
import { describeClock } from './clock.contract.js';

describeClock("The browser's clock", () => ({ clock: createClock(), pass: (ms) => pause(ms) }));

describeClock('The clock turned by hand', () => {
  const clock = createHandClock();
  return { clock, pass: clock.turn };
});
