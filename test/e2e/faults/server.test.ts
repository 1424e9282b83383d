// The server fails in the ways that servers do.
import { expect, it } from 'vitest';
import type { Post } from '../../support/collector.js';
import { eventually } from '../../support/eventually.js';
import { expectStored, flush, inEngines, readStats, track } from './world.js';

/** Runs in the page: long timers run 15 times faster, so that a test need not wait for them. */
const hasten = () => {
  const wait = window.setTimeout;
  const shorter = (run: TimerHandler, delayMs = 0, ...args: unknown[]) =>
    wait(run, delayMs > 10_000 ? delayMs / 15 : delayMs, ...args);
  window.setTimeout = shorter as typeof setTimeout;
};

inEngines((world) => {
  it('delivers after some 503 answers while the page stays open', async () => {
    let failures = 3;
    world.collector.script(() => (failures-- > 0 ? 503 : 200));
    const page = await world.open();
    await track(page, 200);
    await flush(page);
    await world.expectAll(200);
    expect(await readStats(page)).toMatchObject({ accepted: 200, delivered: 200, queued: 0 });
  });

  it('delivers on a later visit what a server refused with 503', async () => {
    world.collector.script(() => 503);
    const page = await world.open();
    await track(page, 100);
    await eventually(() => expect(world.collector.posts.length).toBeGreaterThan(0));
    await page.close();
    const later = await world.open();
    // Until then the closed page may still be there, and deliver them itself.
    await eventually(async () => expect(await readStats(later)).toMatchObject({ recovered: 100 }));
    world.collector.script(() => 200);
    await world.expectAll(100);
    await flush(later);
    expect(await readStats(later)).toMatchObject({ recovered: 100, delivered: 100, queued: 0 });
    // Delivered events are erased afterwards, some at a time.
    await expectStored(later, 0);
  });

  it('delivers after a closed port opens again', async () => {
    await world.collector.close();
    const page = await world.open();
    await track(page, 100);
    await expectStored(page, 100);
    await world.collector.open();
    await world.expectAll(100);
  });

  it('splits batches for a server that answers 413 above a size', async () => {
    const isTooLarge = ({ bytes }: Post) => bytes > 8_000;
    world.collector.script((post) => (isTooLarge(post) ? 413 : 200));
    const page = await world.open();
    await track(page, 200);
    await world.expectAll(200);
    await flush(page);
    expect(await readStats(page)).toMatchObject({ accepted: 200, delivered: 200, dropped: {} });
    expect(world.collector.posts.some(isTooLarge)).toBe(true);
  });

  it('drops only the event that is too large for any request, and reports it', async () => {
    world.collector.script(({ events }) =>
      events.some(({ event }) => event === 'large') ? 413 : 200,
    );
    const page = await world.open();
    await page.evaluate(() => {
      window.dapp.track(0, 50);
      window.dapp.tracker.track('large', { text: 'x'.repeat(50_000) });
      window.dapp.track(50, 50);
    });
    await flush(page);
    await world.expectAll(100);
    expect(await readStats(page)).toMatchObject({ delivered: 100, dropped: { too_large: 1 } });
    expect(await page.evaluate(() => window.dapp.drops)).toMatchObject([{ reason: 'too_large' }]);
  });

  it.each([
    { form: 'seconds', waitMs: () => 1_000, header: () => '1' },
    {
      form: 'a date',
      waitMs: () => 1_000 - (Date.now() % 1_000),
      header: () => new Date(Date.now() + 1_000).toUTCString(),
    },
  ])('waits as long as a 429 with Retry-After in $form says', async ({ header, waitMs }) => {
    let earliest = 0;
    world.collector.script(({ at }) => {
      if (earliest > 0) return 200;
      earliest = at + waitMs();
      return { status: 429, headers: { 'retry-after': header() } };
    });
    const page = await world.open();
    await track(page, 100);
    await world.expectAll(100);
    const [, second] = world.collector.posts;
    expect(second?.at).toBeGreaterThanOrEqual(earliest - 1);
  });

  it('gives up a request that is never answered, and retries', async () => {
    let hanging = 1;
    world.collector.script(() => (hanging-- > 0 ? 'hang' : 200));
    const page = await world.open({}, hasten);
    await track(page, 100);
    await world.expectAll(100);
  });

  it('resends events with the same ids if they were read but not answered', async () => {
    let cuts = 3;
    world.collector.script(() => (cuts-- > 0 ? 'cut' : 200));
    const page = await world.open();
    await track(page, 100);
    await flush(page);
    await world.expectAll(100);
    expect(world.collector.posts.length).toBeGreaterThan(3);
  });

  it('finds the event that a server refuses, and drops only that one', async () => {
    world.collector.script(({ events }) =>
      events.some(({ event }) => event === 'poison') ? 400 : 200,
    );
    const page = await world.open();
    await page.evaluate(() => {
      window.dapp.track(0, 60);
      window.dapp.tracker.track('poison');
      window.dapp.track(60, 40);
    });
    await flush(page);
    await world.expectAll(100);
    const drops = await page.evaluate(() => window.dapp.drops);
    expect(drops).toMatchObject([{ reason: 'invalid', detail: 'as scripted' }]);
  });

  it('keeps the queue while the write key is refused, and sends it with a new one', async () => {
    world.collector.script(({ headers }) => (headers.authorization === 'Bearer new' ? 200 : 401));
    const page = await world.open();
    await track(page, 100);
    await eventually(async () => {
      const faults = await page.evaluate(() => window.dapp.faults);
      expect(faults.map((fault) => fault.split(':')[0])).toEqual(['unauthorized']);
    });
    await expectStored(page, 100);
    await page.evaluate(() => window.dapp.tracker.setWriteKey('new'));
    await world.expectAll(100);
    expect(
      world.collector.posts.filter(({ headers }) => headers.authorization !== 'Bearer new'),
    ).toHaveLength(1);
  });

  it('sends after a reload what was kept while the write key was refused', async () => {
    world.collector.script(() => 401);
    const page = await world.open();
    await track(page, 100);
    await eventually(() => expect(world.collector.posts).toHaveLength(1));
    world.collector.script(() => 200);
    await page.reload();
    await world.expectAll(100);
  });
});
