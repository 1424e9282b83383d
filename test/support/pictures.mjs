// Takes the screenshots of the README on the built server: the demo in use, and the dashboard of a made-up shop.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { runnerImport } from 'vite';
import { Chaintrail } from '../../dist/client/index.js';

const fromRoot = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const picture = (name) => fromRoot(`examples/${name}.png`);

const data = mkdtempSync(join(tmpdir(), 'chaintrail-picture-'));
const server = spawn(process.execPath, [fromRoot('dist/server/bin.js'), 'serve'], {
  env: { ...process.env, PORT: '0', CHAINTRAIL_DATA: data },
  stdio: ['ignore', 'pipe', 'inherit'],
});

/** Reads the address and the keys that the first start prints. */
const readBanner = async () => {
  let output = '';
  for await (const chunk of server.stdout) {
    output += chunk;
    if (output.includes('Stop with Ctrl-C')) break;
  }
  const find = (pattern) => {
    const found = pattern.exec(output)?.[1];
    if (found === undefined) throw new Error(`The server did not print ${pattern}:\n${output}`);
    return found;
  };
  return {
    url: find(/serves (\S+)/),
    writeKey: find(/write key:\s+(\S+)/),
    apiKey: find(/API key:\s+(\S+)/),
  };
};

const walk = async (page) => {
  const stored = (type) => page.locator(`[data-type="${type}"]`).first().waitFor();
  const press = (name) => page.getByRole('button', { name }).click();
  const approve = (name) => page.getByRole('dialog').getByRole('button', { name }).click();
  await stored('page');
  await page.getByLabel('Trail name').fill('Marmot');
  await press('Sign in');
  await stored('identify');
  await press('Buy the map');
  await stored('track');
  await press('Connect wallet');
  await approve('Connect');
  await stored('connect');
  await press('Sign message');
  await approve('Sign');
  await stored('signature');
  await press('Mint for');
  await approve('Send');
  await stored('transaction');
  await page.getByText('broadcasted').first().waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
};

/** Takes a screenshot of one page of the dashboard, once all its parts have loaded. */
const photograph = async (browser, { url, apiKey, at, name, ...options }) => {
  const page = await browser.newPage({ reducedMotion: 'reduce', locale: 'en-US', ...options });
  await page.goto(`${url}/${at}`);
  await page.getByLabel('API key').fill(apiKey);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(
    () =>
      document.querySelector('.panel canvas[data-drawn], .events > li') &&
      !document.querySelector('.skeleton, [aria-busy=true]'),
  );
  await page.screenshot({ path: picture(name) });
  await page.close();
};

const LIGHT_DESKTOP = { viewport: { width: 1280, height: 1180 }, colorScheme: 'light' };
const DARK_PHONE = { viewport: { width: 390, height: 1500 }, colorScheme: 'dark', isMobile: true };

let browser;
try {
  const banner = await readBanner();
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const { module } = await runnerImport(fromRoot('test/support/shop-history.ts'), {
    configFile: false,
  });
  const client = new Chaintrail({ apiKey: banner.apiKey, baseURL: banner.url });
  const { address, boardId } = await module.tellShopHistory(client, banner.writeKey);
  const dashboard = (options) => photograph(browser, { ...banner, ...options });
  await dashboard({
    name: 'dashboard',
    at: '#/overview?range=30d&by=referrer',
    ...LIGHT_DESKTOP,
    viewport: { width: 1280, height: 1245 },
  });
  await dashboard({
    name: 'dashboard-board',
    at: `#/boards/${boardId}?range=90d`,
    ...LIGHT_DESKTOP,
  });
  await dashboard({ name: 'dashboard-wallet', at: `#/wallets/${address}`, ...DARK_PHONE });

  // Without motion, so that no screenshot is taken in the middle of an animation.
  const page = await browser.newPage({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  });
  await page.goto(`${banner.url}/demo`);
  await walk(page);
  await page.screenshot({ path: picture('demo') });
} finally {
  await browser?.close();
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('exit', resolve));
  rmSync(data, { recursive: true });
}
