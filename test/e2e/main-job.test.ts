// End to end: a wallet event of a real browser is stored by the real server and returned by the
// API.
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { readTopEvents } from '../support/ask-api.js';
import { launchBrowser } from '../support/chromium.js';
import { createCleanup } from '../support/cleanup.js';
import { eventually } from '../support/eventually.js';
import { startNewServer, type TestServer } from '../support/server.js';
import { startStaticServer } from '../support/static-server.js';
import { installWallet } from '../support/wallet.js';

const ACCOUNT = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

const cleanUp = createCleanup();
let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  server = await startNewServer();
  cleanUp(server.dispose);
  browser = await launchBrowser();
  cleanUp(() => browser.close());
});

/** A page whose script errors are collected. */
const openPage = async (): Promise<{ page: Page; faults: string[] }> => {
  const context = await browser.newContext();
  cleanUp(() => context.close());
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  return { page, faults };
};

/** Uses the visitor's wallet as a dapp does that knows nothing of this SDK. */
const useWallet = async (): Promise<void> => {
  interface Announcement extends Event {
    readonly detail: {
      readonly provider: {
        request(call: { method: string; params?: unknown[] }): Promise<unknown>;
      };
    };
  }
  const { provider } = await new Promise<Announcement['detail']>((found) => {
    window.addEventListener('eip6963:announceProvider', (event) =>
      found((event as Announcement).detail),
    );
    window.dispatchEvent(new Event('eip6963:requestProvider'));
  });
  const [account] = (await provider.request({ method: 'eth_requestAccounts' })) as string[];
  await provider.request({ method: 'personal_sign', params: ['0x6869', account] });
  await provider.request({
    method: 'eth_sendTransaction',
    params: [{ from: account, to: account, value: '0x1' }],
  });
};

it('stores the events of a page that contains only the script tag', async () => {
  const site = await startStaticServer({
    '/': `<!doctype html><title>Shop</title>${server.scriptTag}<h1>A shop on an origin of its own</h1>`,
  });
  cleanUp(site.stop);
  const { page, faults } = await openPage();
  await page.addInitScript(installWallet, {
    account: ACCOUNT,
    name: 'Test Wallet',
    rdns: 'com.example.wallet',
  });

  await page.goto(site.url);
  await page.waitForFunction(() => 'chaintrail' in window);
  await page.evaluate(useWallet);
  await page.evaluate(() => {
    const { chaintrail } = window as unknown as {
      chaintrail: {
        identify(user: string): void;
        track(event: string, properties: object): void;
      };
    };
    chaintrail.identify('customer-1');
    chaintrail.track('checkout', { revenue: 19.9, currency: 'USD' });
  });

  await eventually(async () => {
    expect(await readTopEvents(server)).toEqual({
      page: 1,
      detect: 1,
      connect: 1,
      signature: 2,
      // Started, broadcasted, and, some seconds later, confirmed.
      transaction: 3,
      identify: 1,
      'track:checkout': 1,
    });
  });
  expect(faults).toEqual([]);
});

it('shows on the demo page what the server has stored of the visit', async () => {
  const { page, faults } = await openPage();
  await page.goto(`${server.url}/demo`);
  const stored = page.getByRole('list', { name: 'Stored events, newest first' });
  const storedOf = (type: string) => stored.locator(`[data-type="${type}"]`).first();
  await storedOf('page').waitFor();

  await page.getByLabel('Trail name').fill('Marmot');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await storedOf('identify').waitFor();
  await page.getByRole('button', { name: 'Buy the map' }).click();
  await storedOf('track').waitFor();

  const approve = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click();
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  await approve('Connect');
  await storedOf('connect').waitFor();
  await page.getByRole('button', { name: 'Sign message' }).click();
  await approve('Sign');
  await storedOf('signature').waitFor();
  await page.getByRole('button', { name: 'Mint for' }).click();
  await approve('Send');
  await storedOf('transaction').waitFor();
  expect(faults).toEqual([]);
});
