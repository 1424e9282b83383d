// The page is left: by navigation, by closing the tab, with requests in flight, into the
// back/forward cache.
import type { Page } from 'puppeteer-core';
import { expect, it } from 'vitest';
import { eventually } from '../../support/eventually.js';
import { expectStored, flush, inEngines, readStats, track } from './world.js';

/** Runs in the page: its title says whether it was restored from the back/forward cache. */
const noteReturn = () => {
  window.addEventListener('pageshow', ({ persisted }) => {
    document.title = `persisted ${persisted}`;
  });
};

/** Runs in the page: how it was restored, once it was. */
const readReturn = () => {
  if (document.title.startsWith('persisted')) return document.title;
  const [visit] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
    // Only Chromium supports it so far (https://github.com/whatwg/html/pull/9360).
    readonly notRestoredReasons?: unknown;
  })[];
  if (visit?.type !== 'back_forward') return null;
  return `not kept: ${JSON.stringify(visit.notRestoredReasons)}`;
};

/** Runs in the page: serialising event number 50 takes a second, once. */
const writeSlowly = () => {
  const { stringify } = JSON;
  let isFirst = true;
  const slowly = (value: { readonly properties?: { readonly n?: number } | null }) => {
    const end = performance.now() + 1_000;
    while (isFirst && value?.properties?.n === 50 && performance.now() < end);
    isFirst &&= value?.properties?.n !== 50;
    return stringify(value);
  };
  JSON.stringify = slowly as typeof stringify;
};

/**
 * Runs before the tracker: keeps it from looking for left-over events in its first second, at which it makes the
 * database.
 */
const lookMuchLater = () => {
  Math.random = () => 3_600;
};

/** Goes back to a page in which `noteReturn` ran, and which the browser must have kept. */
const goBack = async (page: Page) => {
  await page.evaluate(() => history.back());
  const told = await eventually(() => page.evaluate(readReturn));
  // Logged also if a retry succeeds.
  if (told !== 'persisted true') console.error(told);
  expect(told).toBe('persisted true');
};

/** Whether a page is kept is the browser's decision: under load it may discard it. */
const KEPT_MOSTLY = { retry: 2 };

inEngines((world) => {
  it('loses no events tracked right before a navigation', async () => {
    const page = await world.open();
    const next = world.address('/next');
    await page.evaluate((address) => {
      window.dapp.track(0, 100);
      location.href = address;
    }, next);
    await world.expectAll(100);
  });

  it('loses no events tracked right before a navigation to another site', async () => {
    const page = await world.open();
    const elsewhere = world.collector.url;
    await page.evaluate((address) => {
      window.dapp.track(0, 100);
      location.href = address;
    }, elsewhere);
    await eventually(() => expect(page.url()).toContain(elsewhere));
    await world.open();
    await world.expectAll(100);
  });

  // Firefox closes a tab for a driver differently than for a user: next to the whole suite it has
  // twice ended a page without an event, and never in a hundred attempts alone or under load.
  it('loses no events tracked right before the tab is closed', { retry: 1 }, async () => {
    const page = await world.open();
    await track(page, 100);
    await page.close();
    await world.open();
    await world.expectAll(100);
  });

  it('loses nothing when the tab is closed with requests in flight', async () => {
    world.collector.script(() => 'hang');
    const page = await world.open({ flushAt: 10 });
    await track(page, 100);
    await eventually(() => expect(world.collector.posts.length).toBeGreaterThan(0));
    await page.close();
    world.collector.script(() => 200);
    await world.open();
    await world.expectAll(100);
  });

  it('loses neither a 300 kB event nor those around it when the page is left', async () => {
    const page = await world.open();
    const next = world.address('/next');
    await page.evaluate((address) => {
      window.dapp.track(0, 50);
      window.dapp.tracker.track('large', { n: 50, text: 'x'.repeat(300_000) });
      window.dapp.track(51, 49);
      location.href = address;
    }, next);
    await world.expectAll(100);
  });

  it.each([0, 10])(
    'leaves the storage to others while it waits in the back/forward cache, after %i events',
    async (before) => {
      world.collector.script(() => 503);
      const page = await world.open({}, before > 0 ? undefined : lookMuchLater);
      await track(page, before);
      if (before > 0) await expectStored(page, before);
      await page.evaluate((from) => {
        window.addEventListener('pagehide', () => window.dapp.track(from, 10));
      }, before);
      await page.goto(world.collector.url);
      const other = await world.open();
      await track(other, 10, before + 10);
      await expectStored(other, before + 20);
      world.collector.script(() => 200);
      await world.expectAll(before + 20);
    },
  );

  it('can be kept in the back/forward cache, and goes on afterwards', KEPT_MOSTLY, async () => {
    const page = await world.open();
    await track(page, 10);
    await flush(page);
    await page.evaluate(noteReturn);
    await page.goto(world.address('/next'));
    await goBack(page);
    await track(page, 10, 10);
    await flush(page);
    await world.expectAll(20);
    expect(await readStats(page)).toMatchObject({ accepted: 20, queued: 0, dropped: {} });
  });

  it(
    'can be kept in it when a click on a link is tracked, and loses nothing',
    KEPT_MOSTLY,
    async () => {
      // Firefox does not keep a page with a request in flight.
      const page = await world.open({ flushIntervalMs: 600_000 });
      await track(page, 10);
      await flush(page);
      await page.evaluate(noteReturn);
      const next = world.address('/next');
      await page.evaluate((address) => {
        const link = Object.assign(document.createElement('a'), { href: address });
        link.onclick = () => window.dapp.track(10, 1);
        document.body.append(link);
        link.click();
      }, next);
      await eventually(() => expect(page.url()).toContain('/next'));
      await goBack(page);
      await world.expectAll(11);
    },
  );
});

// Firefox interrupts code in a tab that is closed, and then fires events at the page. Chromium
// closes such a tab without an event.
inEngines(
  (world) => {
    it('loses nothing when the tab is closed while an event is being written', async () => {
      const page = await world.open({}, writeSlowly);
      await track(page, 100);
      await page.close();
      await world.open();
      await world.expectAll(100);
    });
  },
  ['Firefox'],
);
