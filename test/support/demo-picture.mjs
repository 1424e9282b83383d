// Takes the README's picture: walks the demo on the built server and photographs what it stored.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const fromRoot = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const PICTURE = fromRoot('examples/demo.png');

const data = mkdtempSync(join(tmpdir(), 'chaintrail-picture-'));
const server = spawn(process.execPath, [fromRoot('dist/server/bin.js'), 'serve'], {
  env: { ...process.env, PORT: '0', CHAINTRAIL_DATA: data },
  stdio: ['ignore', 'pipe', 'inherit'],
});

const demoAddress = async () => {
  for await (const line of createInterface({ input: server.stdout })) {
    const address = /^demo:\s+(\S+)/.exec(line)?.[1];
    if (address) return address;
  }
  throw new Error('The server ended before it printed the address of the demo.');
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

try {
  const address = await demoAddress();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  // Without motion, so that no picture catches the page in the middle of one.
  const page = await browser.newPage({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  });
  await page.goto(address);
  await walk(page);
  await page.screenshot({ path: PICTURE });
  await browser.close();
} finally {
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('exit', resolve));
  rmSync(data, { recursive: true });
}
