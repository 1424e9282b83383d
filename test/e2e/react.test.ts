// A built React 19 app in Chromium, in Strict Mode: each view and event arrives once.
import type { Browser } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../support/chromium.js';
import { createCleanup } from '../support/cleanup.js';
import { startCollector } from '../support/collector.js';
import { type DappSite, startDappSite } from '../support/dapp-site.js';
import { eventually } from '../support/eventually.js';
import { bundlePage, MODES } from './wallets/bundle.js';

const cleanUp = createCleanup();
let browser: Browser;
let site: DappSite;

beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), startDappSite()]);
  cleanUp(() => browser.close());
  cleanUp(() => site.stop());
});

const openApp = async (mode: (typeof MODES)[number]) => {
  const collector = await startCollector();
  cleanUp(() => collector.close());
  site.serve(`/${mode}.js`, await bundlePage('react-app.tsx', mode), 'text/javascript');
  const html = `<!doctype html><body><script src="/${mode}.js"></script>`;
  site.serve(`/${mode}`, html, 'text/html');
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  const options = { writeKey: 'key', apiHost: collector.url, flushAt: 1, pageViews: false };
  await page.goto(`${site.url}/${mode}?options=${encodeURIComponent(JSON.stringify(options))}`);
  return { collector, page, faults };
};

// Strict Mode runs each effect twice only in development.
it.each(MODES)('records each view and each event once, built for %s', async (mode) => {
  const { collector, page, faults } = await openApp(mode);
  const told = () =>
    [...collector.kept.values()]
      .map(
        (event) => event as typeof event & { readonly type: string; readonly session_id: string },
      )
      .sort((a, b) => (a.message_id < b.message_id ? -1 : 1));
  const names = () => told().map(({ type, event }) => event ?? type);

  await page.getByRole('button', { name: 'mint' }).click();
  await eventually(() => expect(names()).toEqual(['opened', 'page', 'minted']));
  expect(told().map(({ properties }) => properties)).toMatchObject([
    {},
    { name: 'Shop' },
    { count: 3 },
  ]);

  await page.reload();
  await page.getByRole('button', { name: 'mint' }).click();
  const twice = ['opened', 'page', 'minted', 'opened', 'page', 'minted'];
  await eventually(() => expect(names()).toEqual(twice));
  expect(new Set(told().map(({ session_id: id }) => id)).size).toBe(1);
  expect([collector.changed, faults]).toEqual([[], []]);
});
