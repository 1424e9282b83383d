// Each view of the dashboard: its content, in light and dark mode and on a phone, and its
// accessibility.
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { coloursOf, excessOf, faultsOf } from './look.js';
import { arrived, type DashboardWorld, goTo, settled, startDashboard } from './world.js';

const cleanUp = createCleanup();
let world: DashboardWorld;
/** Became the wallet with the long history, and came on several days of the last 30. */
let visitor: string;

beforeAll(async () => {
  world = await startDashboard();
  cleanUp(world.close);
  const { data } = await world.client.query.run<{ anonymous_id: string }>(
    `SELECT anonymous_id FROM events WHERE lower(address) = '${world.address}'
    GROUP BY anonymous_id ORDER BY uniqExactIf(toDate(timestamp), toDate(timestamp) > today() - 30) DESC
    LIMIT 1`,
  );
  visitor = data[0]?.anonymous_id ?? '';
});

const viewsOf = ({ boardId, address }: DashboardWorld) => [
  '#/overview?range=30d&by=referrer&revenue=referrer',
  '#/live',
  `#/live/${visitor}?range=30d`,
  `#/live?range=30d&find=${visitor}`,
  '#/wallets',
  `#/wallets/${address}?range=30d`,
  '#/boards',
  `#/boards/${boardId}?range=30d`,
  `#/boards/${boardId}?chart=new`,
  '#/alerts',
  '#/settings',
];

describe.each<[string, BrowserContextOptions]>([
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 375, height: 700 }, isMobile: true, colorScheme: 'dark' }],
])('every view, %s', (_, options) => {
  it('has no violations of axe, fits the screen, and logs no errors', async () => {
    const { page, complaints } = await world.open(options);
    const faults: Record<string, string[]> = {};
    for (const view of viewsOf(world)) {
      await goTo(page, view);
      const folded = page.locator(':is(.as-table, .facts) summary');
      for (const summary of await folded.all()) await summary.click();
      const excess = await excessOf(page);
      const found = await faultsOf(page);
      faults[view] = excess > 0 ? [`${excess} too wide`, ...found] : found;
    }
    expect(faults).toEqual(Object.fromEntries(viewsOf(world).map((view) => [view, []])));
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('starts with a sign-in form that has none either', async () => {
    const { page, complaints } = await world.open({ ...options, apiKey: null });
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

/** The days of the view as it shows them in print. */
const daysIn = async (page: Page) => {
  const [date_from = '', date_to = date_from] = (
    (await page.locator('.on-paper').textContent()) ?? ''
  ).split(' to ');
  return { date_from, date_to };
};

describe('the overview', () => {
  it('shows the results of the API', async () => {
    const dateOf = (daysAgo: number) =>
      new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
    const days = { date_from: dateOf(29), date_to: dateOf(0) };
    const { page } = await world.open({
      at: `#/overview?range=${days.date_from}..${days.date_to}`,
    });
    await settled(page);
    const [kpis, sources, chains] = await Promise.all([
      world.client.analytics.kpis(days),
      world.client.analytics.topSources(days),
      world.client.analytics.topChains(days),
    ]);
    const figure = (name: string) =>
      page.locator('.figures > div', { hasText: name }).locator('.figure').textContent();
    expect(await figure('Visitors')).toBe(String(kpis.data[0]?.visitors));
    expect(await figure('Wallets')).toBe(String(kpis.data[0]?.wallets));
    const rowsOf = (name: string) =>
      page.getByRole('region', { name, exact: true }).locator('tbody tr').allTextContents();
    expect(await rowsOf('Sources')).toEqual(
      [...sources.data]
        .sort((a, b) => b.visitors - a.visitors)
        .map(({ referrer, sessions, visitors }) => `${referrer}${sessions}${visitors}`),
    );
    expect(await rowsOf('Chains')).toHaveLength(chains.rows);
    for (const panel of ['Pages', 'Events', 'Countries', 'Top wallets']) {
      expect((await rowsOf(panel)).length, panel).toBeGreaterThan(2);
    }
    const steps = await page.locator('.funnel-users').allTextContents();
    expect(steps.map(Number)).toEqual([...steps.map(Number)].sort((a, b) => b - a));
    expect(Number(steps[2])).toBeGreaterThan(0);
    expect(
      await page.locator('[aria-label="Revenue per day, with the previous period"]').count(),
    ).toBe(1);
    await page.close();
  });

  it('links to other days if these have no events', async () => {
    const { page } = await world.open({ at: '#/overview?range=2020-01-01..2020-01-07' });
    await settled(page);
    await page.getByRole('link', { name: 'show the last 12 months' }).click();
    await arrived(page, '#/overview?range=365d');
    await page.locator('.figure').first().waitFor();
    await page.close();
  });

  it.each([
    ['1d', 'per hour (UTC)', /^\w+ \d+ \d\d:00$/],
    ['yesterday', 'per hour (UTC)', /^\w+ \d+ \d\d:00$/],
    ['30d', 'per day', /^\w+ \d+$/],
    ['365d', 'per week', /^\w+ \d+$/],
  ])('draws %s as events %s', async (range, step, name) => {
    const { client } = world;
    const { page, complaints } = await world.open({ at: `#/overview?range=${range}` });
    await settled(page);
    const activity = page.getByRole('region', { name: 'Activity' });
    expect(await activity.locator('.panel-head .note').textContent()).toBe(
      `Events ${step}, by type`,
    );
    const { data } = await client.analytics.eventTimeseries(await daysIn(page));
    const told = data.reduce((sum, { count }) => sum + count, 0);
    if (told > 0) {
      await activity.getByText('Show as table').click();
      const names = await activity.locator('tbody th').allTextContents();
      for (const one of names) expect(one).toMatch(name);
      const cells = await activity.locator('tbody td').allTextContents();
      expect(cells.reduce((sum, cell) => sum + Number(cell.replace(',', '')), 0)).toBe(told);
    }
    expect(complaints).toEqual([]);
    await page.close();
  });
});

const openAllVisits = async (page: Page) => {
  for (const older = page.locator('.older:not([open]) > summary'); await older.count(); ) {
    await older.click();
    // What was opened is asked for a moment later.
    await page.locator('.older[open]:not(:has(> .answered))').waitFor({ state: 'detached' });
    await settled(page);
  }
};

describe('a wallet', () => {
  it('is found in the list, and shown with its history', async () => {
    const { page } = await world.open({ at: '#/wallets?order=revenue' });
    await settled(page);
    const first = page.locator('tbody tr').first();
    const title = await first.getByRole('link').getAttribute('title');
    const [largest] = (await world.client.profiles.search({ order_by: 'revenue', limit: 1 })).items;
    expect(title).toBe(largest?.address);
    await first.getByRole('link').click();
    await page.getByRole('heading', { name: 'History' }).waitFor();
    await settled(page);
    expect(await page.locator('.events > li').count()).toBeGreaterThan(5);
    // Each visit of the shop began with a page view, before the wallet was connected.
    const trails = await page.locator('.visit-trail').allTextContents();
    expect(trails.length).toBeGreaterThan(1);
    for (const trail of trails) expect(trail).toMatch(/^Page view.* · Wallet connected/);
    const visits = page.locator('details:has(> .visit-head)');
    expect(await visits.and(page.locator('[open]')).count()).toBe(Math.min(3, trails.length));
    // The wallet has more visits than are read at a time.
    await openAllVisits(page);
    const [sessions] = await world.client.query
      .run<{ count: number }>(
        `SELECT uniqExact(session_id) AS count FROM events WHERE address = '${largest?.address}'`,
      )
      .then(({ data }) => data);
    expect(await visits.count()).toBe(Number(sessions?.count));
    expect(await visits.count()).toBeGreaterThan(trails.length);
    expect(await page.locator('.wallet-full').textContent()).toContain(title);
    expect(await page.locator('.days [data-active=true]').count()).toBeGreaterThan(1);
    const event = page.locator('.events > li').first();
    const rightOf = async (part: Locator) => {
      const box = await part.boundingBox();
      return Math.round((box?.x ?? 0) + (box?.width ?? 0));
    };
    expect(await rightOf(event.locator('.event-when'))).toBe(await rightOf(event));
    await page.close();
  });

  it('that is unknown is not reported as an error', async () => {
    const { page } = await world.open({ at: `#/wallets/0x${'1'.repeat(40)}` });
    await page.getByText('No data on this wallet').waitFor();
    await page.close();
  });
});

describe('a visitor', () => {
  it('is reached from the live events', async () => {
    const { page } = await world.open({ at: '#/live' });
    const link = page.getByRole('link', { name: /^visitor / }).first();
    const name = await link.textContent();
    await link.click();
    await page.getByRole('heading', { name: name?.replace('v', 'V') ?? '' }).waitFor();
    expect(await page.title()).toBe(`${name?.replace('v', 'V')} · Chaintrail`);
    await settled(page);
    expect(await page.locator('.visit-head').count()).toBeGreaterThan(0);
    await page.close();
  });

  it('is shown with its visits and with the wallet that it became', async () => {
    const { page, complaints } = await world.open({ at: `#/live/${visitor}?range=30d` });
    await settled(page);
    const [told] = (
      await world.client.query.run<Record<string, number>>(
        `SELECT count() AS events, uniqExact(session_id) AS sessions FROM events
        WHERE anonymous_id = '${visitor}' AND toDate(timestamp) > today() - 30`,
      )
    ).data;
    const figure = (name: string) =>
      page.locator('.figures > div', { hasText: name }).locator('.figure').textContent();
    expect(await figure('Events')).toBe(String(told?.events));
    expect(await figure('Sessions')).toBe(String(told?.sessions));
    expect(told?.sessions).toBeGreaterThan(1);
    await openAllVisits(page);
    expect(await page.locator('.visit-head').count()).toBe(told?.sessions);
    await page.locator('.facts').getByRole('link').click();
    await page.locator('.wallet-full', { hasText: new RegExp(world.address, 'i') }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('without events in these days is no error', async () => {
    const { page } = await world.open({ at: '#/live/nobody' });
    await page.getByText('No events of this visitor in this period').waitFor();
    await page.close();
  });
});

describe('a board', () => {
  it.each([1280, 1000])('has no gaps, %i pixels wide', async (width) => {
    const { page } = await world.open({
      at: `#/boards/${world.boardId}?range=30d`,
      viewport: { width, height: 900 },
    });
    await settled(page);
    const { right, rows } = await page.locator('main .grid').evaluate((grid) => {
      const ends = new Map<number, number>();
      for (const { left, right, top } of [...grid.children].map((one) =>
        one.getBoundingClientRect(),
      )) {
        ends.set(Math.round(top), Math.max(ends.get(Math.round(top)) ?? left, Math.round(right)));
      }
      return { right: Math.round(grid.getBoundingClientRect().right), rows: [...ends.values()] };
    });
    expect(rows.length).toBeGreaterThan(3);
    expect(new Set(rows)).toEqual(new Set([right]));
    await page.close();
  });

  it('draws each of the nine types', async () => {
    const { page, complaints } = await world.open({ at: `#/boards/${world.boardId}?range=30d` });
    await page.locator('[data-chart]').first().waitFor();
    await settled(page);
    const types = await page
      .locator('[data-chart]')
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.chart));
    expect(types.sort()).toEqual([
      'bar',
      'funnel',
      'line',
      'number',
      'pie',
      'retention',
      'stacked',
      'table',
      'user_paths',
    ]);
    for (const type of ['bar', 'line', 'pie', 'stacked', 'user_paths']) {
      expect(await coloursOf(page, `[data-chart=${type}]`), type).toBeGreaterThan(3);
      const rows = page.locator(`[data-chart=${type}] .as-table tbody tr`);
      expect(await rows.count(), type).toBeGreaterThan(1);
    }
    expect(Number(await page.locator('[data-chart=number]').textContent())).toBeGreaterThan(0);
    expect(await page.locator('[data-chart=funnel] li').count()).toBe(3);
    expect(await page.locator('[data-chart=table] tbody tr').count()).toBe(8);
    expect(await page.locator('[data-chart=retention] .heat').count()).toBeGreaterThan(5);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
