// The hook on `beforeExit`, which Node emits again each time the process has nothing left to do.
import { afterEach, expect, it } from 'vitest';
import { createTally } from '../../src/core/tally.js';
import { installExitHooks } from '../../src/node/exit-hooks.js';
import { settle } from '../core/fakes.js';

let uninstall = () => {};
afterEach(() => uninstall());

/** @param flush delivers or drops the queued events */
const open = (flush: (tally: ReturnType<typeof createTally>) => Promise<void>) => {
  const tally = createTally(() => {});
  let flushes = 0;
  const tracker = {
    stats: tally.stats,
    flush: () => {
      flushes += 1;
      return flush(tally);
    },
    close: async () => {},
  };
  const others = process.listeners('beforeExit');
  uninstall = installExitHooks(tracker, { beforeExit: true, signals: [], timeoutMs: 1 });
  const ours = process.listeners('beforeExit').filter((listener) => !others.includes(listener));
  return {
    tally,
    flushes: () => flushes,
    /**
     * Emits `beforeExit` repeatedly, as Node does while work is left, but a limited number of
     * times.
     */
    idle: async () => {
      for (let time = 0; time < 10; time += 1) {
        for (const listener of ours) listener.call(process, 0);
        await settle();
      }
    },
  };
};

it('flushes until the queue is empty, including events recorded meanwhile', async () => {
  let late = 2;
  const { tally, flushes, idle } = open(async () => {
    if (late > 0) tally.accept(1);
    tally.deliver(1);
    late -= 1;
  });
  await idle();
  expect(flushes()).toBe(0);
  tally.accept(1);
  await idle();
  expect(flushes()).toBe(3);
  expect(tally.stats()).toMatchObject({ delivered: 3, queued: 0 });
});

it('lets the process end when queued events cannot be delivered', async () => {
  const { tally, flushes, idle } = open(async () => Promise.reject(new Error('mine')));
  tally.accept(1);
  await idle();
  expect(flushes()).toBe(1);
});

it('lets the process end when queued events cannot be read back from the disk', async () => {
  const delivered = [2, 0];
  const { tally, flushes, idle } = open(async (counts) => counts.deliver(delivered.shift() ?? 0));
  tally.accept(3);
  await idle();
  expect(flushes()).toBe(2);
});
