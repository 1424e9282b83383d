// Visitors: found by a user id or an anonymous id, and from the page of the wallet that they connected.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { excessOf, expectFitsPhone, faultsOf } from './look.js';
import { arrived, type DashboardWorld, settled, startDashboard } from './world.js';

const cleanUp = createCleanup();
let world: DashboardWorld;
/** All visitors of the wallet with the long history. */
let visitors: readonly string[];

const USER = "o'hara@example.com";

/** Identifies one of the visitors, as a browser and as a backend do. */
const identify = async ({ client, server }: DashboardWorld, visitor: string) => {
  const event = { channel: 'web', version: '0', type: 'identify', user_id: USER } as const;
  const paid = { ...event, channel: 'server', type: 'track', event: 'invoice_paid' } as const;
  await client.events.ingest([{ ...event, anonymous_id: visitor }, paid], {
    writeKey: server.writeKey,
  });
  const sql = "SELECT count() AS told FROM events WHERE user_id LIKE '%example.com'";
  await eventually(async () => {
    const { data } = await client.query.run<{ told: number }>(sql);
    return data[0]?.told === 2 || null;
  });
};

beforeAll(async () => {
  world = await startDashboard();
  cleanUp(world.close);
  const { data } = await world.client.query.run<{ anonymous_id: string }>(
    `SELECT DISTINCT anonymous_id FROM events WHERE lower(address) = '${world.address}'
    ORDER BY anonymous_id`,
  );
  visitors = data.map(({ anonymous_id: id }) => id);
  await identify(world, visitors[0] ?? '');
});

const find = async (page: Page, text: string) => {
  await page.getByRole('searchbox').fill(text);
  await page.keyboard.press('Enter');
  await arrived(page, `#/live?range=90d&${new URLSearchParams({ find: text })}`);
};

const titlesOf = (page: Page) =>
  page
    .locator('tbody th a')
    .evaluateAll((all) => all.map((one) => one.getAttribute('title')?.replace('Visitor ', '')));

describe('a visitor is found', () => {
  it('by the user id, with the wallet that it became, and the way back to the search', async () => {
    const { page, complaints } = await world.open({ at: '#/live?range=90d' });
    await settled(page);
    await find(page, USER);
    expect(await page.title()).toBe('Visitors · Chaintrail');
    // The search is a view of its own, whose heading gets the focus as in any other.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Visitors');
    expect(await titlesOf(page)).toEqual([visitors[0]]);
    await page.getByRole('rowheader', { name: 'without anonymous id' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await expectFitsPhone(page);
    const wallet = page.locator('tbody .wallet a');
    expect((await wallet.getAttribute('title'))?.toLowerCase()).toBe(world.address);

    await page.locator('tbody th a').click();
    await page.locator('.facts', { hasText: USER }).waitFor();
    await settled(page);
    expect(await page.locator('.visit-head').count()).toBeGreaterThan(0);
    await page.locator('.back', { hasText: 'Visitors' }).click();
    await page.locator('tbody th a').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe(USER);
    await page.locator('.back').click();
    await arrived(page, '#/live?range=90d');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('by the beginning of the anonymous id, and the field keeps the focus', async () => {
    const { page } = await world.open({ at: '#/live?range=90d&find=x' });
    await settled(page);
    const [one = ''] = visitors;
    await find(page, one.slice(0, 8));
    expect(await titlesOf(page)).toEqual([one]);
    await find(page, one);
    expect(await titlesOf(page)).toEqual([one]);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
    await page.close();
  });

  it('or not, with links to other days and between the searches', async () => {
    const { page, complaints } = await world.open({ at: '#/live?range=90d' });
    await settled(page);
    // The user id must be complete.
    await find(page, "o'hara");
    await page.getByText("No visitors match “o'hara” in this period").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await excessOf(page)).toBe(0);
    await page.getByRole('link', { name: 'Search all wallets' }).click();
    await page.getByText("No wallets match “o'hara”").waitFor();
    await page.getByRole('link', { name: 'Search visitors' }).click();
    await page.getByRole('link', { name: 'show the last 12 months' }).click();
    await arrived(page, '#/live?range=365d&find=o%27hara');
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe('the page of a wallet', () => {
  it('lists its visitors, each with a link to days on which it came', async () => {
    expect(visitors.length).toBeGreaterThan(1);
    const { page, complaints } = await world.open({ at: `#/wallets/${world.address}` });
    await settled(page);
    const summary = page.locator('.facts summary');
    expect(await summary.textContent()).toBe(`${visitors.length} visitors`);
    await summary.focus();
    await page.keyboard.press('Enter');
    const links = page.locator('.facts li a');
    const titles = await links.evaluateAll((all) => all.map((one) => one.getAttribute('title')));
    expect(titles.toSorted()).toEqual(visitors.map((id) => `Visitor ${id}`));
    expect(await faultsOf(page)).toEqual([]);
    await expectFitsPhone(page);
    // The one that was seen last some weeks ago: the chosen days have none of its events.
    await links.last().click();
    await page.getByRole('heading', { name: /^Visitor / }).waitFor();
    await settled(page);
    expect(await page.locator('.visit-head').count()).toBeGreaterThan(0);
    const wallet = page.locator('.facts .wallet a');
    expect((await wallet.getAttribute('title'))?.toLowerCase()).toBe(world.address);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
