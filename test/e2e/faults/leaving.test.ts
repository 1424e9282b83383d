// The page goes away: by navigation, by closing the tab, with requests out, into the back/forward cache.
import type { Page } from 'puppeteer-core';
import { expect, it } from 'vitest';
import { eventually } from '../../support/eventually.js';
import { flush, inEngines, readStats, track } from './world.js';

/** Runs in the page: its title tells whether it comes from the back/forward cache. */
const noteReturn = () => {
  window.addEventListener('pageshow', ({ persisted }) => {
    document.title = `persisted ${persisted}`;
  });
};

/** Runs in the page: how it was returned to, once it was. */
const readReturn = () => {
  if (document.title.startsWith('persisted')) return document.title;
  const [visit] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
    // Chromium alone says it so far (https://github.com/whatwg/html/pull/9360).
    readonly notRestoredReasons?: unknown;
  })[];
  if (visit?.type !== 'back_forward') return null;
  return `not kept: ${JSON.stringify(visit.notRestoredReasons)}`;
};

/** Runs in the page: writing the event number 50 takes a second, once. */
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

/** Goes back to a page that `noteReturn` ran in, which the browser has to have kept. */
const goBack = async (page: Page) => {
  await page.evaluate(() => history.back());
  const told = await eventually(() => page.evaluate(readReturn));
  // Told also where a second attempt succeeds.
  if (told !== 'persisted true') console.error(told);
  expect(told).toBe('persisted true');
};

/** Whether a page is kept is up to the browser in the end: one that has much else to do lets it go. */
const KEPT_MOSTLY = { retry: 2 };

inEngines((world) => {
  it('loses nothing of what is tracked right before a navigation', async () => {
    const page = await world.open();
    const next = world.address('/next');
    await page.evaluate((address) => {
      window.dapp.track(0, 100);
      location.href = address;
    }, next);
    await world.expectAll(100);
  });

  it('loses nothing of what is tracked right before a navigation to another site', async () => {
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

  // Firefox closes a tab for a driver otherwise than for a person: beside the whole suite it has twice ended
  // a page without telling it, and never in a hundred attempts alone or under load.
  it('loses nothing of what is tracked right before the tab is closed', { retry: 1 }, async () => {
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

  it('stays fit for the back/forward cache, and goes on where it was', KEPT_MOSTLY, async () => {
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
    'stays fit for it when the click that leads on is tracked, and loses nothing',
    KEPT_MOSTLY,
    async () => {
      // A request that is out would keep Firefox from keeping the page.
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

// Firefox ends what runs in a tab that is closed, wherever it is, and tells the page then that it is left. Chromium
// closes such a tab without a word.
inEngines(
  (world) => {
    it('loses nothing when the tab is closed while an event is written', async () => {
      const page = await world.open({}, writeSlowly);
      await track(page, 100);
      await page.close();
      await world.open();
      await world.expectAll(100);
    });
  },
  ['Firefox'],
);
