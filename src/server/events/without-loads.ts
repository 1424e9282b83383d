// Runs work while no events are loaded, and none are half loaded: what is summed up of them would count twice.
import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '../domain-error.js';
import type { Alone } from './take-turns.js';

const POLL_MS = 100;
const TIMEOUT_MS = 60_000;

/**
 * A load that failed may have left events in the table whose sums are missing, and its repetition adds
 * these. Whoever makes sums anew in between, or copies them, would see the events without them.
 *
 * @param half ids of segments of which a part may be stored
 * @returns rejects with SERVICE_UNAVAILABLE where there are any for longer than `timeoutMs`
 */
export const createWithoutLoads =
  (alone: Alone, half: ReadonlySet<string>, timeoutMs = TIMEOUT_MS): Alone =>
  async (work) => {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const done = await alone(async (lost) =>
        half.size === 0 ? { answer: await work(lost) } : undefined,
      );
      if (done !== undefined) return done.answer;
      if (performance.now() >= deadline) throw stillHalf(timeoutMs);
      await pause(POLL_MS);
    }
  };

const stillHalf = (timeoutMs: number): DomainError =>
  new DomainError(
    'SERVICE_UNAVAILABLE',
    `Events whose load failed are not wholly in the database after ${timeoutMs} ms. ` +
      'The log of the server says why; repeat it once they are.',
  );
