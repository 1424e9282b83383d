// The layout of the dashboard: any screen or paper size, long names and numbers, with and without
// animations.
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { excessOf } from './look.js';
import { type DashboardWorld, goTo, settled, startDashboard } from './world.js';

const cleanUp = createCleanup();
let world: DashboardWorld;
let boardId: string;

const WALLET = `0x${'ab'.repeat(20)}`;
const LONG_PATH = `/a${'/very/long/path'.repeat(20)}`;

/** Long names of a wallet, a page, an event and a board. */
const tellLongNames = async ({ client, server }: DashboardWorld) => {
  const event = { channel: 'web', version: '0', anonymous_id: crypto.randomUUID() } as const;
  await client.events.ingest(
    [
      {
        ...{ ...event, type: 'identify', address: WALLET, user_id: 'long' },
        properties: { display_name: 'A'.repeat(300), twitter: 'x'.repeat(200) },
      },
      { ...event, type: 'track', address: WALLET, event: 'e'.repeat(200) },
      { ...event, type: 'page', context: { page_path: LONG_PATH } },
    ],
    { writeKey: server.writeKey },
  );
  const board = await client.boards.create({
    title: 'B'.repeat(200),
    description: 'd'.repeat(500),
    isPublic: true,
  });
  await client.charts.create(board.id, {
    chart_type: 'table',
    title: 'T'.repeat(200),
    query: `SELECT message_id, event, type, page_path, location, device, address FROM events
      WHERE address != '' ORDER BY timestamp DESC LIMIT 5`,
  });
  await eventually(
    async () => (await client.profiles.retrieve(WALLET)).display_name?.length === 300,
  );
  return board.id;
};

beforeAll(async () => {
  world = await startDashboard();
  cleanUp(world.close);
  boardId = await tellLongNames(world);
});

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox();
  if (box === null) throw new Error('It is not shown.');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};

describe.each([PHONE, DESKTOP])('long names, $width wide', (viewport) => {
  it('do not widen the page', async () => {
    const { page } = await world.open({ viewport });
    const filters = [LONG_PATH, `${LONG_PATH}/nobody`].map(
      (path) => `filter=${encodeURIComponent(`page:eq:${path}`)}`,
    );
    const excess: Record<string, number> = {};
    for (const place of [
      '#/wallets',
      `#/wallets/${WALLET}`,
      '#/boards',
      `#/boards/${boardId}`,
      ...filters.map((filter) => `#/overview?${filter}`),
    ]) {
      await goTo(page, place);
      excess[place] = await excessOf(page);
    }
    expect(excess).toEqual(Object.fromEntries(Object.keys(excess).map((place) => [place, 0])));
    await page.close();
  });
});

it.each([
  [/Last 7 days/, DESKTOP],
  ['Filter', DESKTOP],
  [/Last 7 days/, { width: 320, height: 640 }],
])('nothing overflows the form that %s opens, %o', async (name, viewport) => {
  const { page } = await world.open({ viewport });
  await settled(page);
  await page.getByRole('button', { name, exact: true }).click();
  const form = page.getByRole('dialog');
  const right = (await boxOf(form)).right;
  for (const part of await form.locator('button, input, select').all()) {
    expect((await boxOf(part)).right).toBeLessThan(right);
  }
  await page.close();
});

describe('a small screen', () => {
  it.each([
    ['#/overview', /Last 7 days/],
    ['#/overview', 'Filter'],
    ['#/boards', /Last 7 days/],
    [`#/wallets/${WALLET}`, /Last 7 days/],
  ])('shows all of the form at %s that %s opens', async (at, name) => {
    const viewport = { width: 360, height: 640 };
    const place = at === '#/boards' ? `${at}/${boardId}` : at;
    const { page } = await world.open({ viewport, at: place });
    await settled(page);
    await page.getByRole('button', { name, exact: true }).click();
    const form = await boxOf(page.getByRole('dialog'));
    expect(form.x).toBeGreaterThanOrEqual(0);
    expect(form.y).toBeGreaterThanOrEqual(0);
    expect(form.right).toBeLessThanOrEqual(viewport.width);
    expect(form.bottom).toBeLessThanOrEqual(viewport.height);
    await page.getByRole('dialog').locator('[type=submit]').click({ trial: true });
    await page.close();
  });

  it('scrolls the focused element above the navigation at the bottom', async () => {
    const { page } = await world.open({ viewport: { width: 390, height: 640 } });
    await settled(page);
    const button = page.locator('main button.bar-name').first();
    // Scrolls until the navigation covers the button.
    await button.evaluate((one) => scrollBy(0, one.getBoundingClientRect().bottom - innerHeight));
    await button.focus();
    const ways = await boxOf(page.locator('.side nav'));
    expect((await boxOf(button)).bottom).toBeLessThanOrEqual(ways.y);
    await page.close();
  });

  it('of 320 pixels fits the header', async () => {
    const { page } = await world.open({ viewport: { width: 320, height: 640 } });
    await settled(page);
    expect(await excessOf(page)).toBe(0);
    await page.close();
  });

  it('of 800 pixels, or twice as wide and zoomed, cuts off neither controls nor names', async () => {
    const { page } = await world.open({
      viewport: { width: 800, height: 800 },
      at: '#/overview?range=30d',
    });
    await settled(page);
    const sources = page.getByRole('region', { name: 'Sources', exact: true });
    const select = await boxOf(sources.getByRole('combobox'));
    expect(select.right).toBeLessThanOrEqual((await boxOf(sources)).right);
    const names = page.getByRole('region', { name: 'Chains' }).locator('.bar-name');
    const cut = await names.evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    );
    expect(cut).toEqual([]);
    await page.close();
  });

  it('that is low gives access to everything next to the view', async () => {
    const { page } = await world.open({ viewport: { width: 844, height: 390 } });
    await settled(page);
    const signOut = page.getByRole('button', { name: 'Sign out' });
    await signOut.scrollIntoViewIfNeeded();
    expect(Math.floor((await boxOf(signOut)).bottom)).toBeLessThanOrEqual(390);
    await signOut.click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.close();
  });
});

it('a table below a chart stands apart from it', async () => {
  const { page } = await world.open({ at: '#/overview?range=30d&revenue=device' });
  await settled(page);
  const panel = page.getByRole('region', { name: 'Revenue', exact: true });
  const chart = await boxOf(panel.locator('.chart'));
  const table = await boxOf(panel.locator('.chart + .table-scroll'));
  expect(table.y).toBeGreaterThan(chart.bottom + 8);
  await page.close();
});

it('a large screen has equal margins left and right of the view', async () => {
  const { page } = await world.open({ viewport: { width: 2560, height: 900 } });
  await settled(page);
  const main = await boxOf(page.locator('main'));
  const side = await boxOf(page.locator('.side'));
  expect(Math.round(main.x - side.right)).toBe(Math.round(2560 - main.right));
  await page.close();
});

describe('animations', () => {
  const moving = (page: Page) => page.evaluate(() => document.getAnimations().length);

  it('run, but not if reduced motion is preferred', async () => {
    const { page } = await world.open({ at: '#/live', reducedMotion: 'no-preference' });
    await page.locator('[data-live=true]').waitFor();
    expect(await moving(page)).toBeGreaterThan(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await moving(page)).toBe(0);
    await page.route('**/v0/**', () => {});
    await page.reload();
    await page.locator('.bone').first().waitFor();
    expect(await moving(page)).toBe(0);
    await page.close();
  });
});

it('forced colours of the system keep bars and selections visible', async () => {
  const { page } = await world.open({ at: '#/overview?range=30d', forcedColors: 'active' });
  await settled(page);
  await page.getByRole('button', { name: 'Last 30 days' }).click();
  const colourOf = (selector: string, pseudo?: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one, part) => getComputedStyle(one, part).backgroundColor, pseudo);
  const plain = await colourOf('.panel');
  for (const [selector, pseudo] of [
    ['.funnel-track span'],
    ['.bar-list tbody th', '::before'],
    ['.event-type'],
    ['.side nav a[aria-current]'],
    ['.theme'],
    ['.presets [aria-pressed=true]'],
  ] as const) {
    expect(await colourOf(selector, pseudo), selector).not.toBe(plain);
  }
  await page.close();
});

describe('print', () => {
  it('shows only the view, completely and in light colours, also in dark mode', async () => {
    const { page } = await world.open({
      at: `#/boards/${world.boardId}?range=30d`,
      colorScheme: 'dark',
    });
    await settled(page);
    await page.locator('canvas[data-drawn=dark]').first().waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    expect(await page.locator('canvas:not([data-drawn=light])').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');

    // The width of A4 between its margins; the charts were drawn at the width of the screen.
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 718, height: 1000 });
    for (const name of ['Overview', 'Last 30 days', 'Sign out']) {
      expect(await page.getByText(name, { exact: true }).isVisible(), name).toBe(false);
    }
    expect(await page.locator('.on-paper').textContent()).toMatch(/^\d{4}-\d\d-\d\d to \d{4}/);
    const { overlaps, bars } = await page.evaluate(() => {
      const boxes = [...document.querySelectorAll('.panel')].map((panel) => {
        const { right, bottom } = panel.getBoundingClientRect();
        const inside = [...panel.querySelectorAll('canvas, table')].map((one) =>
          one.getBoundingClientRect(),
        );
        return inside.filter((one) => one.right > right || one.bottom > bottom).length;
      });
      const bar = document.querySelector('.funnel-track span');
      return {
        overlaps: boxes.filter((count) => count > 0).length,
        bars: bar === null ? '' : getComputedStyle(bar).printColorAdjust,
      };
    });
    expect([overlaps, bars]).toEqual([0, 'exact']);
    expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(10_000);

    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.locator('canvas[data-drawn=dark]').first().waitFor();
    await page.close();
  });
});

it('an offset beyond the end of the list says so, and links back', async () => {
  const { page } = await world.open({ at: '#/wallets?offset=99999' });
  await settled(page);
  await page.getByText('ends before').waitFor();
  await page.getByRole('link', { name: 'Previous' }).click();
  await goTo(page, await page.evaluate(() => location.hash));
  expect(await page.locator('tbody tr').count()).toBeGreaterThan(0);
  const next = page.getByRole('link', { name: 'Next' });
  expect(await next.getAttribute('aria-disabled')).toBe('true');
  await page.close();
});
