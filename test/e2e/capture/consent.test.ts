// Consent in a real browser: what is stored before and after, across tabs, subdomains and page
// loads.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.js';
import { type CaptureWorld, NOTHING, openWorld, readStored } from './world.js';

let world: CaptureWorld;
let context: BrowserContext;

beforeAll(async () => {
  world = await openWorld();
  world.serve('/pending', { consent: 'pending' });
  world.serve('/denied', { consent: 'denied' });
  world.serve('/granted');
  world.serve('/cookieless', { cookieless: true });
});
afterAll(() => world.close());
beforeEach(async () => {
  world.forget();
  world.collector.script(() => 200);
  context = await world.browser.newContext();
});
afterEach(() => context.close());

const open = async (path: string, host = 'app.example.com'): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(world.on(host, path));
  return page;
};
const consentOf = (page: Page) => page.evaluate(() => window.tracker.consent());
const CHOICE = { cookies: ['consent'], storage: ['consent'], databases: 0 };

/**
 * Waits until another visitor's event has arrived; by then any late event would have arrived, too.
 */
const expectNothingMore = async (count: number) => {
  const other = await world.browser.newContext();
  const page = await other.newPage();
  await page.goto(world.on('other.test', '/granted'));
  expect(await world.arrived(count + 1)).toHaveLength(count + 1);
  await other.close();
};

it('pending stores and sends nothing, also when the page is left', async () => {
  const page = await open('/pending');
  await page.evaluate(() => {
    window.tracker.identify('ada');
    window.tracker.track('swap');
    window.dispatchEvent(new Event('online'));
  });
  expect(await readStored(page, context)).toEqual(NOTHING);
  await page.goto(world.on('app.example.com', '/pending?again'));
  expect(await readStored(page, context)).toEqual(NOTHING);
  await expectNothingMore(0);
});

it('a grant sends the held events of every tab, and applies to every page and subdomain', async () => {
  const [one, two] = [await open('/pending'), await open('/pending')];
  await one.evaluate(() => window.tracker.track('one'));
  await two.evaluate(() => window.tracker.track('two'));
  await one.evaluate(() => window.tracker.consent('granted'));
  const events = await world.arrived(4);
  expect(events.map(({ type, event }) => event ?? type).sort()).toEqual([
    'one',
    'page',
    'page',
    'two',
  ]);
  expect(new Set(events.map((event) => event.anonymous_id)).size).toBe(1);
  expect(new Set(events.map((event) => event.session_id)).size).toBe(1);
  expect(await consentOf(await open('/pending', 'www.example.com'))).toBe('granted');
  expect(await consentOf(await open('/pending', 'elsewhere.test'))).toBe('pending');
});

it('denied stores and sends nothing', async () => {
  const page = await open('/denied');
  await page.evaluate(() => window.tracker.track('swap'));
  expect(await readStored(page, context)).toEqual(NOTHING);
  await page.evaluate(() => window.tracker.consent('denied'));
  // A cookie that the page wrote takes a while to reach the browser.
  await eventually(async () => expect(await readStored(page, context)).toEqual(CHOICE));
  await expectNothingMore(0);
});

it('a withdrawal deletes everything in every tab, including the queue and its planned retry', async () => {
  world.collector.script(() => 503);
  const [one, two] = [await open('/granted'), await open('/granted')];
  for (const page of [one, two]) await page.evaluate(() => window.tracker.track('swap'));
  await eventually(() => world.collector.posts.length > 0);
  expect(await readStored(one, context)).not.toEqual(NOTHING);
  await one.evaluate(() => window.tracker.consent('denied'));
  await eventually(async () => expect(await consentOf(two)).toBe('denied'));
  // A request from before the refusal may still be on its way.
  const refusedAt = new Date().toISOString();
  world.collector.script(({ events }) =>
    events.some(({ sent_at }) => sent_at <= refusedAt) ? 503 : 200,
  );
  for (const page of [one, two]) {
    const { accepted, delivered, queued, dropped } = await page.evaluate(() =>
      window.tracker.stats(),
    );
    // Without HTTPS there are no Web Locks, so either tab may have taken over events of the other
    // one.
    expect(accepted).toBeGreaterThanOrEqual(2);
    expect({ delivered, queued, dropped }).toEqual({
      delivered: 0,
      queued: 0,
      dropped: { consent: accepted },
    });
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
  }
  await expectNothingMore(0);
  await eventually(async () => expect(await readStored(one, context)).toEqual(CHOICE));
  expect(await consentOf(await open('/granted', 'www.example.com'))).toBe('denied');
  expect(await readStored(one, context)).toEqual(CHOICE);
});

it('denied on one subdomain is denied on another one that is open', async () => {
  const [app, www] = [await open('/granted'), await open('/granted', 'www.example.com')];
  await world.arrived(2);
  await app.evaluate(() => window.tracker.consent('denied'));
  // Every request checks consent first.
  await www.evaluate(() => {
    window.tracker.track('late');
  });
  await eventually(async () => expect(await consentOf(www)).toBe('denied'));
  await eventually(async () => expect(await readStored(www, context)).toEqual(CHOICE));
  await expectNothingMore(2);
});

it('pending also revokes a grant on another subdomain, which has a copy of it', async () => {
  const app = await open('/pending');
  await app.evaluate(() => window.tracker.consent('granted'));
  const www = await open('/pending', 'www.example.com');
  expect(await consentOf(www)).toBe('granted');
  await www.close();
  await app.evaluate(() => window.tracker.consent('pending'));
  await eventually(async () => expect(await readStored(app, context)).toEqual(CHOICE));
  expect(await consentOf(await open('/pending', 'www.example.com'))).toBe('pending');
});

it('Global Privacy Control counts as denied until the visitor consents', async () => {
  await context.addInitScript(() =>
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
  );
  const page = await open('/granted');
  expect(await consentOf(page)).toBe('denied');
  expect(await readStored(page, context)).toEqual(NOTHING);
  await page.evaluate(() => {
    window.tracker.consent('granted');
    window.tracker.track('agreed');
  });
  expect((await world.arrived(1)).map(({ event }) => event)).toEqual(['agreed']);
  expect(await consentOf(await open('/granted'))).toBe('granted');
});

it('in cookieless mode events arrive, and nothing is stored', async () => {
  const page = await open('/cookieless');
  await page.evaluate(() => window.tracker.track('swap'));
  const events = await world.arrived(2);
  expect(new Set(events.map((event) => event.anonymous_id)).size).toBe(1);
  expect(await readStored(page, context)).toEqual(NOTHING);
});
