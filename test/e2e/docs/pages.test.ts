// The documentation as the server shows it: complete, without scripts or other hosts, and
// accessible.
import { readdirSync, readFileSync } from 'node:fs';
import axeCore from 'axe-core';
import type { Browser } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../support/chromium.js';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { fromRoot } from '../../support/project.js';
import { startServer, type TestServer } from '../../support/server.js';

const cleanUp = createCleanup();
let server: TestServer;
let browser: Browser;
/** The HTML of each page by its path. */
const pages = new Map<string, string>();

const addresses = readdirSync(fromRoot('dist/server/docs'))
  .filter((name) => name.endsWith('.html') && name !== 'search.html')
  .map((name) => (name === 'index.html' ? '/docs' : `/docs/${name.replace('.html', '')}`));

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  cleanUp(() => server.dispose());
  cleanUp(() => browser.close());
  for (const address of [...addresses, '/docs/api']) {
    const answer = await fetch(server.url + address);
    expect(answer.status, address).toBe(200);
    pages.set(address, await answer.text());
  }
});

const idsOf = (text: string) => [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

it('has a page for each guide, wallet kit and entry, and each is in the navigation', () => {
  expect(addresses.length).toBeGreaterThan(30);
  for (const address of addresses) {
    expect(pages.get('/docs')).toContain(`<li><a href="${address}"`);
    expect(pages.get(address)).toContain(`<li><a href="${address}" aria-current="page"`);
  }
});

it('every link leads to an existing page and anchor', async () => {
  const links = [...pages].flatMap(([address, text]) =>
    [...text.matchAll(/href="(\/[^"#]*|)(?:#([^"]*))?"/g)].map(([, to, anchor]) => ({
      ...{ from: address, to: to || address, anchor },
    })),
  );
  expect(links.length).toBeGreaterThan(1_000);
  const elsewhere = new Set(links.map(({ to }) => to).filter((to) => !pages.has(to)));
  for (const to of elsewhere) expect((await fetch(server.url + to)).status, to).toBe(200);
  const ids = new Map([...pages].map(([address, text]) => [address, new Set(idsOf(text))]));
  const broken = links.filter(({ to, anchor }) => anchor && !ids.get(to)?.has(anchor));
  expect(broken).toEqual([]);
});

it('shows the code that the snippets of a wallet kit use', () => {
  const kits = readdirSync(fromRoot('examples/wallets'));
  for (const kit of kits) {
    const code = readFileSync(fromRoot(`examples/wallets/${kit}/main.ts`), 'utf8');
    const [, name] = /^export const (\w+) = /m.exec(code) ?? [];
    expect(pages.get(`/docs/wallets-${kit}`)).toContain(`export const ${name} = `);
  }
});

it('no two elements of a page have the same id', () => {
  for (const [address, text] of pages) {
    const ids = idsOf(text);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at, address)).toEqual([]);
  }
});

const SEEN = [
  '/docs',
  '/docs/quick-start',
  '/docs/options',
  '/docs/sdk-chaintrail',
  '/docs/search?q=consent',
  '/docs/api',
  '/errors',
  '/nothing',
];

it.each(['light', 'dark'] as const)(
  'axe finds nothing in %s, on desktop and phone',
  async (scheme) => {
    for (const [index, address] of SEEN.entries()) {
      const viewport = index % 2 === 0 ? { width: 1280, height: 800 } : { width: 390, height: 800 };
      const page = await browser.newPage({ colorScheme: scheme, viewport, bypassCSP: true });
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(server.url + address);
      await page.evaluate(axeCore.source);
      const found = await page.evaluate(async () => {
        const { axe } = globalThis as unknown as {
          axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
        };
        const { violations } = await axe.run();
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`);
      });
      expect(found, address).toEqual([]);
      expect(asked.filter((url) => !url.startsWith(server.url))).toEqual([]);
      const isWide = await page.evaluate(
        () => document.documentElement.scrollWidth > window.innerWidth,
      );
      expect(isWide, `${address} scrolls sideways`).toBe(false);
      await page.close();
    }
  },
);

it('on a phone no name in a table is broken: the table scrolls', async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
  await page.goto(`${server.url}/docs/self-hosting`);
  const broken = await page
    .locator('td:first-child code')
    .evaluateAll((all) =>
      all
        .filter((one) => !/\s/.test(one.textContent) && one.getClientRects().length > 1)
        .map((one) => one.textContent),
    );
  expect(broken).toEqual([]);
  const excess = () => document.documentElement.scrollWidth - innerWidth;
  expect(await page.evaluate(excess)).toBe(0);
  await page.close();
});

it('is styled although its policy restricts styles', async () => {
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('console', (message) => faults.push(message.text()));
  await page.goto(`${server.url}/docs/quick-start`);
  const display = await page.evaluate(() => getComputedStyle(document.body).display);
  expect([display, faults]).toEqual(['grid', []]);
  await page.close();
});

it.each([
  ['/docs/quick-start', 'All pages', 'Scaling to several processes'],
  ['/docs/api', 'All operations', 'searchProfiles'],
])('on a phone %s starts with its text, "%s" opens the rest', async (address, unfold, further) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
  await page.goto(server.url + address);
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
  expect(heading?.y).toBeLessThan(200);
  const link = page.getByRole('navigation').getByRole('link', { name: further, exact: true });
  expect(await link.isVisible()).toBe(false);
  await page.getByRole('link', { name: unfold }).click();
  await link.click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  // The previous page has such a heading, too, and is visible until the next one loads.
  await eventually(async () => expect(await link.isVisible()).toBe(false));
  await page.close();
});

it('the search works with only the keyboard', async () => {
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('console', (message) => faults.push(message.text()));
  await page.goto(`${server.url}/docs/quick-start`);
  await page.getByRole('searchbox').fill('delete a person');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'delete a person' }).waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('delete a person');
  await page.locator('.found a').first().click();
  await eventually(() => expect(page.url()).toMatch(/\/docs\/[a-z-]+#/));
  // The address changes before the page is there.
  await eventually(async () => expect(await page.locator(':target').count()).toBe(1));
  expect(faults).toEqual([]);
  await page.close();
});

it('every address of the search index exists', () => {
  const sections: { address: string; text: string }[] = JSON.parse(
    readFileSync(fromRoot('dist/server/docs/search.json'), 'utf8'),
  );
  expect(sections.length).toBeGreaterThan(500);
  for (const { address } of sections) {
    const [path = '', place] = address.split('#');
    expect(pages.has(path), address).toBe(true);
    if (place) expect(pages.get(path), address).toContain(` id="${place}"`);
  }
});
