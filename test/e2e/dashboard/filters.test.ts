// With filters, the overview shows the numbers of the API under the right names.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { faultsOf } from './look.js';
import { arrived, type DashboardWorld, settled, startDashboard } from './world.js';

const cleanUp = createCleanup();
let world: DashboardWorld;

beforeAll(async () => {
  world = await startDashboard();
  cleanUp(world.close);
});

const dateOf = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const days = { date_from: dateOf(29), date_to: dateOf(0) };
const RANGE = `range=${days.date_from}..${days.date_to}`;

const figuresOf = async (page: Page) =>
  Object.fromEntries(
    await page
      .locator('.figures > div')
      .evaluateAll((all) =>
        all.map((one) => [
          one.querySelector('dt')?.textContent,
          one.querySelector('.figure')?.textContent,
        ]),
      ),
  );

const funnelOf = async (page: Page) => ({
  names: await page.locator('.funnel-name').allTextContents(),
  users: (await page.locator('.funnel-users').allTextContents()).map(Number),
});

const textOf = (page: Page, name: string) =>
  page.getByRole('region', { name, exact: true }).textContent();

it('a filter on an event counts that event, and shows how many visits lead to it', async () => {
  const { page, complaints } = await world.open({ at: `#/overview?${RANGE}` });
  await settled(page);
  await page.getByRole('button', { name: 'badge_minted' }).click();
  await arrived(page, `#/overview?${RANGE}&filter=event%3Aeq%3Abadge_minted`);
  const filters = [{ field: 'event', op: 'eq', value: 'badge_minted' }] as const;
  const { data } = await world.client.analytics.kpis({ ...days, filters });
  const figures = await figuresOf(page);
  expect(figures).toMatchObject({
    'Matching visitors': String(data[0]?.visitors),
    Events: String(data[0]?.events),
  });
  expect(Object.keys(figures)).not.toContain('Bounce rate');
  await page.getByText('Only matching events are counted').waitFor();
  const { names, users } = await funnelOf(page);
  expect(names).toEqual(['Viewed a page', 'badge_minted']);
  // Each of these visitors had viewed a page before.
  expect(users[1]).toBe(data[0]?.visitors);
  expect(users[0]).toBeGreaterThan(users[1] ?? 0);
  expect(await textOf(page, 'Chains')).toContain('Nothing matches the filters');
  const live = await textOf(page, 'Live');
  expect(live).toContain('badge_minted');
  expect(live).not.toMatch(/Page view|filters not applied/);
  expect(await faultsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await page.close();
});

it('a filter on a page counts what happened there, and how many went on to a transaction', async () => {
  const { page } = await world.open({ at: `#/overview?${RANGE}` });
  await settled(page);
  const all = await funnelOf(page);
  expect(all.names[0]).toBe('Viewed a page');
  await page.getByRole('button', { name: '/about', exact: true }).click();
  await arrived(page, `#/overview?${RANGE}&filter=page%3Aeq%3A%2Fabout`);
  const filters = [{ field: 'page', op: 'eq', value: '/about' }] as const;
  const { data } = await world.client.analytics.kpis({ ...days, filters });
  expect(await figuresOf(page)).toMatchObject({
    'Matching visitors': String(data[0]?.visitors),
    'Page views': String(data[0]?.hits),
  });
  const { names, users } = await funnelOf(page);
  expect(names).toEqual(['Viewed /about', 'Connected a wallet', 'Sent a transaction']);
  expect(users[0]).toBe(data[0]?.visitors);
  // Nobody connects on that page; visitors who do so on another page count.
  expect(users[2]).toBeGreaterThan(0);
  expect(users[0]).toBeLessThan(all.users[0] ?? 0);
  await page.getByText('Only events on these pages are counted').waitFor();
  await page.close();
});

it.each(['revenue:gt:1', 'location:in:DE|US', 'type:neq:page', 'utm_source:notEmpty:'])(
  'with %s hours add up to the same events and revenue as days',
  async (filter) => {
    const { client } = world;
    const { data: shares } = await client.analytics.eventTimeseries(days);
    // Two days with many events, so that the sums are not 0.
    const date_to = shares.reduce((most, row) => (row.count > most.count ? row : most)).date;
    const date_from = new Date(Date.parse(date_to) - 86_400_000).toISOString().slice(0, 10);
    const [field, op, value] = filter.split(':');
    const filters = [{ field, op, ...(value === '' ? {} : { value }) }] as never;
    const asked = { date_from, date_to, filters };
    const { page, complaints } = await world.open({
      at: `#/overview?range=${date_from}..${date_to}&filter=${encodeURIComponent(filter)}`,
    });
    await settled(page);
    expect(await page.locator('.problem').count()).toBe(0);
    const [{ data: events }, { data: money }] = await Promise.all([
      client.analytics.eventTimeseries(asked),
      client.analytics.revenueOverview(asked),
    ]);
    const cells = async (region: string, column: string) => {
      const texts = await page
        .getByRole('region', { name: region, exact: true })
        .locator(column)
        .allTextContents();
      return texts.reduce((sum, text) => sum + Number(text.replaceAll(',', '')), 0);
    };
    expect(await cells('Activity', '.as-table tbody td')).toBe(
      events.reduce((sum, { count }) => sum + count, 0),
    );
    expect(await cells('Revenue', '.as-table tbody td:nth-child(2)')).toBeCloseTo(
      money.reduce((sum, { revenue }) => sum + revenue, 0),
      0,
    );
    expect(complaints).toEqual([]);
    await page.close();
  },
);

it('suggests the values of the selected field in the selected days', async () => {
  const { client } = world;
  const { page, complaints } = await world.open({ at: `#/overview?${RANGE}` });
  await settled(page);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Add a filter' });
  const offered = (count: number) =>
    eventually(async () => {
      const values = await form
        .locator('datalist option')
        .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
      return values.length === count ? values : null;
    });
  const { data: pages } = await client.analytics.topPages({ ...days, limit: 100 });
  expect(await offered(pages.length)).toEqual(pages.map((row) => row.page));

  await form.getByLabel('Field').selectOption('utm_source');
  const { data: sources } = await client.analytics.topSources({
    ...{ ...days, metric_column: 'utm_source' as const, limit: 100 },
  });
  const named = sources.map((row) => row.utm_source ?? '').filter((one) => one !== 'Direct');
  expect(named.length).toBeGreaterThan(0);
  expect(named.length).toBeLessThan(sources.length);
  expect(await offered(named.length)).toEqual(named);

  await form.getByLabel('Field').selectOption('revenue');
  expect(await offered(0)).toEqual([]);
  await form.getByLabel('Field').selectOption('event');
  const { data: events } = await client.analytics.topEvents({ ...days, type: 'custom' });
  const names = events.map(({ event }) => event);
  expect(new Set(await offered(names.length))).toEqual(new Set(names));
  await form.getByLabel('Value').fill(names[0] ?? '');
  await form.getByRole('button', { name: 'Add the filter' }).click();
  await page.getByText(`Event is ${names[0]}`, { exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});
