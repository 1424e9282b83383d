// The list of wallets: searched, filtered, sorted, exported, and restored from its URL.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { excessOf, faultsOf } from './look.js';
import { arrived, type DashboardWorld, settled, startDashboard } from './world.js';

const cleanUp = createCleanup();
let world: DashboardWorld;

const NAMED = `0x${'ab'.repeat(20)}`;
const FORMULA = '=HYPERLINK("https://evil.example","Marmot")';

/** Adds a wallet with a name, a label, and a segment. */
const tellMore = async ({ client, server, address }: DashboardWorld) => {
  const event = { channel: 'web', version: '0', anonymous_id: crypto.randomUUID() } as const;
  await client.events.ingest(
    [
      {
        ...{ ...event, type: 'identify', address: NAMED, user_id: 'marmot' },
        properties: { display_name: FORMULA, ens: 'northridge.eth' },
      },
    ],
    { writeKey: server.writeKey },
  );
  await client.profiles.labels.upsert(address, { tag_id: 'vip', value: 'Gold member' });
  await client.segments.create({
    name: 'Spenders',
    conditions: [{ field: 'users.revenue', op: 'gt', value: 100 }],
  });
  const isFound = async () => {
    const labelled = { field: 'labels.vip', op: 'gte', value: '' } as const;
    const [named, vips] = await Promise.all([
      // A search by address would read the wallet's current state, not that of the lists.
      client.profiles.search({ conditions: [{ field: 'users.ens', op: 'eq', value: true }] }),
      client.profiles.search({ conditions: [labelled] }),
    ]);
    return named.meta.total === 1 && vips.meta.total === 1;
  };
  await eventually(isFound);
};

beforeAll(async () => {
  world = await startDashboard();
  cleanUp(world.close);
  await tellMore(world);
});

const addressesOf = (page: Page) =>
  page
    .locator('tbody .wallet a')
    .evaluateAll((all) => all.map((one) => one.getAttribute('title')?.toLowerCase()));

const choice = (page: Page, name: string) => page.getByRole('combobox', { name });

const find = async (page: Page, text: string) => {
  await page.getByRole('searchbox').fill(text);
  await page.keyboard.press('Enter');
  await arrived(page, `#/wallets?${new URLSearchParams({ find: text })}`);
};

describe('a wallet is found', () => {
  it.each([
    ['a part of its address', 'ABABABab', () => NAMED],
    ['a part of its name', 'RidGe.e', () => NAMED],
    ['its label', 'gold mem', () => world.address],
    ['the name of its label', 'vip', () => world.address],
  ])('by %s', async (_, text, address) => {
    const { page, complaints } = await world.open({ at: '#/wallets' });
    await settled(page);
    await find(page, text);
    expect(await addressesOf(page)).toEqual([address()]);
    await page.reload();
    await settled(page);
    expect(await addressesOf(page)).toEqual([address()]);
    expect(await page.getByRole('searchbox').inputValue()).toBe(text);
    await page.goBack();
    await page.locator('tbody tr').nth(20).waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    expect(complaints).toEqual([]);
    await page.close();
  });

  it.each(["vi't", 'vit', 'vitalik.eth', `0x${'1'.repeat(40)}`])(
    'or not, by %s, with a link to all wallets',
    async (text) => {
      const { page, complaints } = await world.open({ at: '#/wallets' });
      await settled(page);
      await find(page, text);
      await page.getByText(`No wallets match “${text}”`).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('link', { name: 'Show all wallets' }).click();
      await arrived(page, '#/wallets');
      expect(complaints).toEqual([]);
      await page.close();
    },
  );

  it('and an unknown name in the URL is not reported as an error', async () => {
    const { page } = await world.open({ at: '#/wallets/vit' });
    await settled(page);
    await page.getByText('No data on this wallet').waitFor();
    expect(await page.getByText('400').count()).toBe(0);
    await page.getByRole('link', { name: 'Search all wallets for “vit”' }).click();
    await page.getByText('No wallets match “vit”').waitFor();
    await page.close();
  });
});

describe('the list is filtered', () => {
  const total = async (page: Page) =>
    Number((await page.locator('.pages .muted').textContent())?.match(/(\d+)$/)?.[1]);

  it('by stage, label, source and segment, as the API counts them', async () => {
    const { page, complaints } = await world.open({ at: '#/wallets' });
    await settled(page);
    const { client } = world;
    const totalOf = async (question: Parameters<typeof client.profiles.search>[0]) =>
      (await client.profiles.search({ ...question, limit: 1 })).meta.total;

    await choice(page, 'Stage').selectOption('Power user');
    await arrived(page, '#/wallets?stage=Power+user');
    const stage = { field: 'users.lifecycle', op: 'eq', value: 'Power user' } as const;
    expect(await total(page)).toBe(await totalOf({ conditions: [stage] }));
    expect(new Set(await page.locator('.badge').allTextContents())).toEqual(
      new Set(['Power user']),
    );

    await choice(page, 'Source').selectOption({ label: 'x' });
    await arrived(page, '#/wallets?stage=Power+user&source=utm%3Ax');
    const source = { field: 'users.first_utm_source', op: 'eq', value: 'x' } as const;
    expect(await total(page)).toBe(await totalOf({ conditions: [stage, source] }));
    expect(new Set(await page.locator('tbody td:last-child').allTextContents())).toEqual(
      new Set(['x']),
    );
    await page.getByRole('link', { name: 'Remove filters' }).click();
    await arrived(page, '#/wallets');

    await choice(page, 'Label').selectOption('vip');
    await arrived(page, '#/wallets?label=vip');
    expect(await addressesOf(page)).toEqual([world.address]);
    await page.getByRole('link', { name: 'Remove filters' }).click();
    await arrived(page, '#/wallets');
    await choice(page, 'Segment').selectOption({ label: 'Spenders' });
    await page.locator('main[data-place*="segment=seg_"]').waitFor();
    await settled(page);
    const spenders = { field: 'users.revenue', op: 'gt', value: 100 } as const;
    expect(await total(page)).toBe(await totalOf({ conditions: [spenders] }));
    expect(await faultsOf(page)).toEqual([]);

    await page.reload();
    await settled(page);
    expect(await total(page)).toBe(await totalOf({ conditions: [spenders] }));
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('and sorted by its heads, both ways, with the keyboard', async () => {
    const { page } = await world.open({ at: '#/wallets' });
    await settled(page);
    const head = page.getByRole('columnheader', { name: 'Revenue' });
    expect(await head.getAttribute('aria-sort')).toBe('none');
    await head.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await arrived(page, '#/wallets?order=revenue');
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    const most = await world.client.profiles.search({ order_by: 'revenue', limit: 3 });
    expect((await addressesOf(page)).slice(0, 3)).toEqual(
      most.data.map(({ address }) => address.toLowerCase()),
    );
    await head.getByRole('button').press('Enter');
    await arrived(page, '#/wallets?order=revenue&dir=asc');
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    await choice(page, 'Sort by').selectOption('points desc');
    await arrived(page, '#/wallets?order=points');
    await page.getByRole('columnheader', { name: 'Points' }).waitFor();
    await page.close();
  });
});

describe('with a key for several projects', () => {
  const OTHER = `0x${'cd'.repeat(20)}`;
  let made: { readonly id: string; readonly write_key: string };
  beforeAll(async () => {
    made = JSON.parse(await world.command('project', 'create', '--name', 'Second', '--json'));
  });

  it('the list can be filtered by project, and the URL contains it', async () => {
    const { client } = world;
    await client.import.create({ addresses: [OTHER], writeKey: made.write_key });
    const question = { project_id: made.id };
    await eventually(async () => (await client.profiles.search(question)).meta.total === 1);

    const { page, complaints } = await world.open({ at: '#/wallets' });
    await settled(page);
    await choice(page, 'Project').selectOption(made.id);
    await arrived(page, `#/wallets?project=${made.id}`);
    expect(await addressesOf(page)).toEqual([OTHER]);
    await page.reload();
    await settled(page);
    expect(await addressesOf(page)).toEqual([OTHER]);
    await page.getByRole('searchbox').fill('abab');
    await page.keyboard.press('Enter');
    await page.getByText('No wallets match “abab”').waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('the selected project applies to all views', async () => {
    const { page, complaints } = await world.open({ at: '#/overview?range=30d' });
    await settled(page);
    const figures = page.getByRole('region', { name: 'Key figures' });
    await figures.getByText('Visitors').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await excessOf(page)).toBe(0);
    await choice(page, 'Project').selectOption('Second');
    await arrived(page, `#/overview?range=30d&project=${made.id}`);
    await page.getByText('This project has no events in this period').waitFor();

    await page.getByRole('link', { name: 'Live', exact: true }).click();
    await arrived(page, `#/live?range=30d&project=${made.id}`);
    await page.getByText('No events since yesterday').waitFor();
    await choice(page, 'Project').selectOption('My project');
    await page.getByRole('region', { name: 'Events' }).getByRole('listitem').first().waitFor();
    await choice(page, 'Project').selectOption('Second');
    await page.getByText('No events since yesterday').waitFor();

    await page.getByRole('link', { name: 'Wallets', exact: true }).click();
    await arrived(page, `#/wallets?range=30d&project=${made.id}`);
    expect(await choice(page, 'Project').inputValue()).toBe(made.id);
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    await page.getByRole('link', { name: 'Show all projects' }).click();
    await arrived(page, '#/overview?range=30d');
    await figures.getByText('Visitors').waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe('the list is exported', () => {
  const saved = async (page: Page) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    return { name: download.suggestedFilename(), lines: text.split('\r\n') };
  };

  it('with all pages, in the order of the list', async () => {
    const { page, complaints } = await world.open({ at: '#/wallets?order=revenue' });
    await settled(page);
    const { name, lines } = await saved(page);
    expect(name).toMatch(/^wallets-\d{4}-\d\d-\d\d\.csv$/);
    expect(lines[0]).toMatch(/^Wallet,Name,Stage,First seen,/);
    const all = await world.client.profiles.search({ order_by: 'revenue', limit: 1_000 });
    expect(lines.slice(1, -1).map((line) => line.split(',')[0])).toEqual(
      all.data.map(({ address }) => address),
    );
    await page.getByRole('status').getByText('Saved wallets').waitFor({ state: 'attached' });
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('only with what was found, and without formulas that visitors wrote', async () => {
    const { page } = await world.open({ at: '#/wallets?find=northridge' });
    await settled(page);
    const { lines } = await saved(page);
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(`,"'=HYPERLINK(""https://evil.example"",""Marmot"")",`);
    await page.close();
  });

  it('or says that the export failed', async () => {
    const { page } = await world.open({ at: '#/wallets' });
    await settled(page);
    await page.route('**/v0/profiles**', (route) => route.abort());
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await page.getByText('Nothing was saved').waitFor();
    await page.close();
  });
});

it.each([1280, 390, 320])('fits %i pixels, filtered and dark', async (width) => {
  const { page } = await world.open({
    at: '#/wallets?stage=New&source=direct&order=points',
    viewport: { width, height: 800 },
    colorScheme: 'dark',
  });
  await settled(page);
  expect(await excessOf(page)).toBe(0);
  expect(await faultsOf(page)).toEqual([]);
  await page.close();
});
