// The demo page in a real browser: the whole trail in light mode, in dark mode and on a phone.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../support/chromium.js';
import { createCleanup } from '../../support/cleanup.js';
import { type ScratchServer, startScratchServer } from './scratch-server.js';

const cleanUp = createCleanup();
let server: ScratchServer;
let openPage: (options?: BrowserContextOptions) => Promise<{ page: Page; complaints: string[] }>;

beforeAll(async () => {
  server = await startScratchServer();
  cleanUp(server.close);
  const browser = await launchBrowser();
  cleanUp(() => browser.close());
  openPage = async (options = {}) => {
    const page = await browser.newPage(options);
    cleanUp(() => page.close());
    const complaints: string[] = [];
    // A violated content security policy is an error on the console as well.
    page.on('console', (message) => {
      if (message.type() !== 'log') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      const isOwn = request.url().startsWith(server.url) || request.url().startsWith('data:');
      if (!isOwn) complaints.push(`request to another host: ${request.url()}`);
    });
    await page.goto(`${server.url}/demo`);
    return { page, complaints };
  };
});

const answerWallet = async (page: Page, answer: 'approve' | 'reject') => {
  await page.click(`dialog[open] button[value=${answer}]`);
  await page.waitForSelector('dialog', { state: 'detached' });
};

const reached = (page: Page, stop: string) =>
  page.waitForSelector(`[data-stop=${stop}][data-reached=true]`);

async function walkTheTrail(page: Page): Promise<void> {
  await reached(page, 'page');
  await page.fill('#register-name', 'Marmot');
  await page.press('#register-name', 'Enter');
  await reached(page, 'identify');
  await page.click('#buy-map');
  await reached(page, 'track');
  await page.click('#connect-wallet');
  await answerWallet(page, 'approve');
  await reached(page, 'connect');
  await page.click('#sign-message');
  await answerWallet(page, 'approve');
  await reached(page, 'signature');
  await page.click('#mint');
  await answerWallet(page, 'approve');
  await reached(page, 'transaction');
  await page.waitForSelector('#badge[data-minted=true]');
}

describe.each<[string, BrowserContextOptions]>([
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true }],
])('the page, %s', (_, options) => {
  it('works along the whole trail without an error in the console', async () => {
    const { page, complaints } = await openPage(options);
    await walkTheTrail(page);
    expect(await page.textContent('#funnel-transactions')).toBe('1');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(
      await page.evaluate(() => window.innerWidth),
    );
    expect(complaints).toEqual([]);
  });
});

describe('the list of stored events', () => {
  it('keeps an event expanded while new events arrive above', async () => {
    const { page } = await openPage();
    await reached(page, 'page');
    await page.click('#events li:last-child summary');
    await page.click('#buy-map');
    await page.waitForSelector('#events [data-type=track]');
    expect(await page.isVisible('#events li:last-child dl')).toBe(true);
    expect(await page.textContent('#events li:first-child .what')).toBe('map_bought · 12 USD');
  });

  it('shows a rejected signature, with the code 4001 in the note', async () => {
    const { page } = await openPage();
    await page.click('#connect-wallet');
    await answerWallet(page, 'approve');
    await page.click('#sign-message');
    await page.waitForSelector('dialog[open]');
    await page.keyboard.press('Escape');
    await page.getByText('You rejected it (4001)').waitFor();
    await page.locator('.what', { hasText: 'rejected' }).waitFor();
  });

  it('reports that the server is unavailable, and recovers', async () => {
    const { page } = await openPage();
    await reached(page, 'page');
    server.setBroken(true);
    try {
      await page.click('#buy-map');
      await page.getByText(/\d events? waits? in this browser until it is back/).waitFor();
    } finally {
      server.setBroken(false);
    }
    await reached(page, 'track');
    expect(await page.textContent('#stored-problem')).toBe('');
  });

  it('reports that the SDK did not load', async () => {
    server.setSdkBlocked(true);
    const { page } = await openPage();
    server.setSdkBlocked(false);
    await page.getByText('The script /chaintrail.js did not load').waitFor();
  });
});

describe('a visitor who starts over', () => {
  it('becomes a new visitor, with the wallet disconnected', async () => {
    const { page } = await openPage();
    await page.click('#connect-wallet');
    await answerWallet(page, 'approve');
    await reached(page, 'connect');
    await page.click('#start-over');
    await page.waitForSelector('[data-stop=connect]:not([data-reached])');
    await reached(page, 'page');
    expect(await page.locator('#events [data-type=connect]').count()).toBe(0);
    expect(await page.isVisible('#connect-wallet')).toBe(true);
  });
});
