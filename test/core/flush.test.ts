// Which events a flush waits for, and how long.
import { describe, expect, it } from 'vitest';
import { createWorld, openPage } from './fakes.js';

describe('flush', () => {
  it('resolves when the events accepted before it are answered, without waiting for later ones', async () => {
    const world = createWorld();
    const answers: (() => void)[] = [];
    world.server.answer = () =>
      new Promise((resolve) => answers.push(() => resolve({ kind: 'delivered' })));
    const page = openPage(world);
    page.tracker.track('swap');
    page.tracker.track('stake');
    let isFlushed = false;
    const flushed = page.tracker.flush().then(() => {
      isFlushed = true;
    });
    await world.clock.turn(0);
    page.tracker.track('later');
    await world.clock.turn(0);
    expect(isFlushed).toBe(false);
    answers[0]?.();
    await flushed;
    expect(page.tracker.stats().queued).toBe(1);
  });

  it.each(['5s', Number.NaN, -1, null])(
    'ignores the invalid timeoutMs %s and waits as long as by default',
    async (timeoutMs) => {
      const world = createWorld();
      world.server.answer = () => ({ kind: 'retry' });
      const { tracker } = openPage(world);
      await tracker.flush({ timeoutMs: timeoutMs as number });
      tracker.track('swap');
      const flushed = tracker.flush({ timeoutMs: timeoutMs as number });
      await world.clock.turn(30_000);
      await expect(flushed).rejects.toThrow('Not flushed within 30000 ms. Kept: 1.');
    },
  );

  it('rejects after its timeout with the number of events that wait', async () => {
    const world = createWorld();
    world.server.answer = () => ({ kind: 'retry' });
    const page = openPage(world);
    page.tracker.track('swap');
    page.tracker.track('stake');
    const flushed = page.tracker.flush({ timeoutMs: 500 });
    await world.clock.turn(500);
    await expect(flushed).rejects.toThrow('Not flushed within 500 ms. Kept: 2.');
  });
});
