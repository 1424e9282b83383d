// What the page itself does: bursts, a wrong clock, equal events, other scripts, going offline.
import { expect, it } from 'vitest';
import { eventually } from '../../support/eventually.js';
import { devtools, expectStored, flush, inEngines, readStats, track } from './world.js';

/** Runs in the page: another script replaces fetch after ours was loaded. */
const breakFetch = () => {
  window.addEventListener('DOMContentLoaded', () => {
    window.fetch = () => Promise.reject(new Error('patched'));
  });
};

inEngines((world) => {
  it('keeps the order and loses nothing when the clock is set back a day', async () => {
    const page = await world.open();
    await page.evaluate(() => {
      window.dapp.track(0, 50);
      const real = Date.now;
      Date.now = () => real() - 86_400_000;
      window.dapp.track(50, 50);
    });
    await world.expectAll(100);
    const kept = [...world.collector.kept.values()];
    const byId = kept.toSorted((a, b) => (a.message_id < b.message_id ? -1 : 1));
    expect(byId.map(({ properties }) => properties?.n)).toEqual(
      Array.from({ length: 100 }, (_, n) => n),
    );
    const times = byId.map(({ original_timestamp: time }) => Date.parse(time));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('counts equal events of the same minute separately', async () => {
    const page = await world.open();
    await page.evaluate(() => {
      for (let i = 0; i < 100; i++) window.dapp.tracker.track('like', { n: 'the same' });
    });
    await flush(page);
    expect(world.collector.kept.size).toBe(100);
    expect(world.collector.posts.flatMap(({ events }) => events)).toHaveLength(100);
  });

  it('sends 5,000 events of one task in few requests, in order and complete', async () => {
    const page = await world.open();
    await track(page, 5_000);
    await world.expectAll(5_000);
    const numbers = [...world.collector.kept.values()].map(({ properties }) => properties?.n);
    expect(numbers).toEqual(Array.from({ length: 5_000 }, (_, n) => n));
    await flush(page);
    expect(await readStats(page)).toMatchObject({ accepted: 5_000, delivered: 5_000, queued: 0 });
  });

  it('uses the fetch that the page had when the script was loaded', async () => {
    const page = await world.open({}, breakFetch);
    await track(page, 100);
    await world.expectAll(100);
  });

  it('compresses large bodies, and none when the page is left', async () => {
    const page = await world.open();
    await track(page, 50);
    await flush(page);
    expect(world.collector.posts.map(({ headers }) => headers['content-encoding'])).toContain(
      'gzip',
    );
    await page.evaluate(() => {
      window.dapp.track(50, 50);
      window.dispatchEvent(new Event('pagehide'));
    });
    await world.expectAll(100);
    const last = world.collector.posts.find(({ events }) =>
      events.some(({ properties }) => properties?.n === 50),
    );
    expect(last?.headers).not.toHaveProperty('content-encoding');
    expect(last?.events).toHaveLength(50);
  });
});

// WebDriver cannot set WebKit offline.
inEngines(
  (world) => {
    it('delivers after a reload while offline', async () => {
      const page = await world.open();
      await page.setOfflineMode(true);
      await track(page, 100);
      await expectStored(page, 100);
      await page.reload().catch(() => {});
      await page.setOfflineMode(false);
      await page.goto(world.address());
      await world.expectAll(100);
    });

    it('stops while offline, and resumes when it is online, without new events', async () => {
      const page = await world.open();
      await page.setOfflineMode(true);
      await track(page, 100);
      await expectStored(page, 100);
      expect(world.collector.posts).toHaveLength(0);
      await page.setOfflineMode(false);
      await world.expectAll(100);
    });

    it('limits the queue while offline: the oldest events are dropped and counted', async () => {
      const page = await world.open({ maxQueueEvents: 100 });
      await page.setOfflineMode(true);
      await track(page, 1_000);
      // A burst is processed in parts, each of which cuts the queue back to the limit.
      const bounded = { queued: 100, dropped: { queue_full: 900 } };
      await eventually(async () => expect(await readStats(page)).toMatchObject(bounded));
      await expectStored(page, 100);
      await page.setOfflineMode(false);
      await flush(page);
      const numbers = [...world.collector.kept.values()].map(({ properties }) => properties?.n);
      expect(numbers).toEqual(Array.from({ length: 100 }, (_, n) => 900 + n));
    });
  },
  ['Chromium', 'Firefox'],
);

inEngines(
  (world) => {
    it('sends 5,000 events of one task on a slow device', async () => {
      const page = await world.open();
      const tools = await devtools(page);
      await tools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      await track(page, 5_000);
      await world.expectAll(5_000);
      const numbers = [...world.collector.kept.values()].map(({ properties }) => properties?.n);
      expect(numbers).toEqual(Array.from({ length: 5_000 }, (_, n) => n));
    });
  },
  ['Chromium'],
);
