// The app's own service worker sends events of closed pages.
import type { Page } from 'puppeteer-core';
import { beforeAll, expect, it } from 'vitest';
import { bundle } from '../../size/bundle.js';
import { eventually } from '../../support/eventually.js';
import {
  countStored,
  devtools,
  expectStored,
  flush,
  inEngines,
  track,
  type World,
} from './world.js';

/** The code of an app's service worker. */
const WORKER = `
  import { sendLeftOver } from 'chaintrail/service-worker';
  const options = JSON.parse(new URL(self.location).searchParams.get('options'));
  self.addEventListener('install', () => self.skipWaiting());
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
  self.addEventListener('sync', (event) => event.waitUntil(sendLeftOver(options)));
  self.addEventListener('message', (event) => {
    const answer = (value) => event.source.postMessage(value);
    event.waitUntil(sendLeftOver(options).then(answer, (error) => answer(String(error))));
  });
`;

let worker = '';
beforeAll(async () => {
  worker = await bundle(WORKER);
});

/** The number of Web Locks that the pages and workers of the page's origin hold. */
const countLocks = (page: Page): Promise<number | undefined> =>
  page.evaluate(async () => (await navigator.locks.query()).held?.length);

/**
 * A dapp that registered its service worker, tracked 100 events that were not delivered, and was
 * closed.
 */
const leaveBehind = async (world: World): Promise<Page> => {
  world.site.serve('/worker.js', worker, 'text/javascript');
  world.collector.script(() => 503);
  const page = await world.open();
  await page.evaluate(async (address) => {
    await navigator.serviceWorker.register(address, { scope: '/' });
    await navigator.serviceWorker.ready;
  }, world.address('/worker.js'));
  await track(page, 100);
  await expectStored(page, 100);
  const empty = await world.blank();
  await empty.goto(`${world.site.url}/empty`);
  await page.close();
  // `close` resolves before a busy page is gone, and until then its events are its own.
  await eventually(async () => expect(await countLocks(empty)).toBe(0));
  return empty;
};

/** Asks the service worker to send, and returns its answer. */
const askToSend = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const answered = new Promise((resolve) => {
      navigator.serviceWorker.onmessage = ({ data }) => resolve(data);
    });
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage('send');
    return answered;
  });

inEngines((world) => {
  it('sends events of closed pages on a message', async () => {
    const page = await leaveBehind(world);
    expect(await askToSend(page)).toMatch(/100 events have to wait/);
    world.collector.script(() => 200);
    expect(await askToSend(page)).toBe(100);
    await world.expectAll(100);
    expect(await countStored(page)).toBe(0);
  });

  it('leaves the events of an open page to that page', async () => {
    const page = await leaveBehind(world);
    const living = await world.open();
    await track(living, 20, 100);
    await expectStored(living, 120);
    const before = world.collector.posts.length;
    world.collector.script(() => 200);
    // The open page may take the left-over events first.
    let byWorker = 0;
    await eventually(async () => {
      const sent = await askToSend(page);
      // A text says what it has to wait for, such as slow storage.
      if (typeof sent === 'number') byWorker += sent;
      await flush(living);
      expect(await countStored(living)).toBe(0);
    });
    expect(byWorker).toBeLessThanOrEqual(100);
    await world.expectAll(120);
    const sent = world.collector.posts.slice(before).flatMap(({ events }) => events);
    expect(sent).toHaveLength(120);
    expect(world.collector.mostAtOnce()).toBe(1);
  });
});

inEngines(
  (world) => {
    it('sends on a sync event of the browser', async () => {
      const page = await leaveBehind(world);
      const tools = await devtools(page);
      const registered = new Promise<string>((resolve) => {
        tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
          const [registration] = registrations;
          if (registration) resolve(registration.registrationId);
        });
      });
      await tools.send('ServiceWorker.enable');
      const registrationId = await registered;
      world.collector.script(() => 200);
      const origin = world.site.url;
      const sync = { origin, registrationId, tag: 'chaintrail', lastChance: false };
      await tools.send('ServiceWorker.dispatchSyncEvent', sync);
      await eventually(() => expect(world.collector.kept.size).toBe(100));
      await world.expectAll(100);
    });
  },
  ['Chromium'],
);
