// Segments of wallets with common properties or behaviour: created, viewed and deleted next to the
// list.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { expectFitsPhone, faultsOf } from './look.js';
import { arrived, type DashboardWorld, goTo, settled, startDashboard } from './world.js';

const cleanUp = createCleanup();
let world: DashboardWorld;

beforeAll(async () => {
  world = await startDashboard();
  cleanUp(world.close);
});

const button = (page: Page, name: string) => page.getByRole('button', { name });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const walletsOf = (page: Page) => page.locator('tbody .wallet a');

it('is created from the filters of the list and from behaviour, selected, and deleted', async () => {
  const { client } = world;
  const { page, complaints } = await world.open({ at: '#/wallets?source=direct' });
  await settled(page);
  await button(page, 'Save as a segment').click();
  await field(page, 'Title').fill(' Busy and direct ');
  await field(page, 'Description').fill('They came by themselves');
  await field(page, 'Field, condition 1').waitFor();
  await button(page, 'Add a condition').first().click();
  await field(page, 'Value, condition 3').fill('0');
  await button(page, 'Add an event').click();
  await field(page, 'Times').fill('2');
  await field(page, 'Period').selectOption('Last 90 days');
  expect(await faultsOf(page)).toEqual([]);
  await expectFitsPhone(page);
  await button(page, 'Save the segment').click();

  const panel = page.getByRole('region', { name: 'Busy and direct' });
  await panel.getByText('Transaction at least 2 times in the last 90 days').waitFor();
  const [saved] = (await client.segments.list()).data;
  expect(saved).toMatchObject({
    ...{ name: 'Busy and direct', description: 'They came by themselves', logic: 'and' },
    conditions: [
      { field: 'users.first_utm_source', op: 'eq', value: '' },
      { field: 'users.first_referrer', op: 'eq', value: '' },
      { field: 'users.revenue', op: 'gte', value: 0 },
    ],
    behaviors: [{ type: 'event', event: 'transaction', op: 'gte', count: 2, days: 90 }],
  });
  const id = saved?.id ?? '';
  await arrived(page, `#/wallets?segment=${id}`);
  const { meta } = await client.profiles.search({ segment_id: id });
  expect(meta.total).toBeGreaterThan(0);
  expect(await walletsOf(page).count()).toBe(Math.min(meta.total, 25));
  expect(await page.getByRole('combobox', { name: 'Segment' }).inputValue()).toBe(id);
  expect(await faultsOf(page)).toEqual([]);
  await expectFitsPhone(page);

  await button(page, 'Delete the segment').click();
  await button(page, 'Delete the segment for good').click();
  await arrived(page, '#/wallets');
  expect(await panel.count()).toBe(0);
  expect((await client.segments.list()).data).toEqual([]);
  expect(complaints).toEqual([]);
  await page.close();
});

it('the form is restored after it was closed by mistake or refused', async () => {
  const { page } = await world.open({ at: '#/wallets' });
  await settled(page);
  await button(page, 'New segment').click();
  await field(page, 'Title').fill('Half done');
  await button(page, 'Remove condition 1').click();
  await button(page, 'Save the segment').click();
  await page.getByText('The segment has no condition').waitFor();
  await page.keyboard.press('Escape');
  await page.reload();
  await button(page, 'New segment').click();
  expect(await field(page, 'Title').inputValue()).toBe('Half done');
  await button(page, 'Discard them').click();
  expect(await field(page, 'Title').inputValue()).toBe('');
  await field(page, 'Value, condition 1').waitFor();
  await page.close();
});

it('can be copied, and is read-only with a key that cannot write', async () => {
  const { client } = world;
  const { id } = await client.segments.create({
    name: 'Holders',
    logic: 'or',
    conditions: [
      { field: 'tokens.usdc.balance', op: 'gte', value: 5, scope: 'protocol' },
      { field: 'users.ens', op: 'eq', value: true },
    ],
    behaviors: [{ type: 'track', event: 'swap', days: 12 }],
  });
  const { page } = await world.open({ at: `#/wallets?segment=${id}` });
  const panel = page.getByRole('region', { name: 'Holders' });
  await panel.getByText('ENS is set').waitFor();
  await settled(page);
  await button(page, 'New segment').click();
  await field(page, 'Title').fill('Holders, too');
  await button(page, 'Save the segment').click();
  await page.getByRole('region', { name: 'Holders, too' }).waitFor();
  const [copy, original] = (await client.segments.list()).data;
  expect({ ...copy, id, name: 'Holders', created_at: original?.created_at }).toEqual(original);
  await page.close();

  const { apiKey } = await world.makeKey('query:read,profiles:read,segments:read');
  const { page: read } = await world.open({ apiKey, at: `#/wallets?segment=${id}` });
  await read.getByRole('region', { name: 'Holders' }).getByText('match any of these').waitFor();
  await settled(read);
  expect(await read.getByRole('button', { name: /segment/i }).count()).toBe(0);
  await read.close();
});

it("of another project than the list's is shown in its own project, and alerts offer only segments of theirs", async () => {
  const made = await world.command('project', 'create', '--name', 'Second', '--json');
  const { id: second } = JSON.parse(made);
  const { client } = world;
  const [first = ''] = (await client.key.retrieve()).projects
    .map(({ id }) => id)
    .filter((id) => id !== second);
  const { page } = await world.open({ at: `#/wallets?project=${first}` });
  await settled(page);
  await button(page, 'New segment').click();
  await field(page, 'Title').fill('Of the second');
  await field(page, 'Project').last().selectOption(second);
  await page.keyboard.press('Escape');
  await button(page, 'New segment').click();
  // The selected project is restored with the rest of the form.
  expect(await field(page, 'Project').last().inputValue()).toBe(second);
  await button(page, 'Save the segment').click();
  await page.getByRole('region', { name: 'Of the second' }).waitFor();
  const [saved] = (await client.segments.list({ project_id: second })).data;
  await arrived(page, `#/wallets?project=${second}&segment=${saved?.id}`);
  expect(await page.getByText('There is no segment').count()).toBe(0);

  await goTo(page, '#/alerts');
  await button(page, 'New alert').click();
  await field(page, 'Project').selectOption(second);
  await field(page, 'Notify about').selectOption('Wallets');
  // There once the segments are known.
  await field(page, 'Segment').waitFor();
  const choices = () => field(page, 'Segment').locator('option').allTextContents();
  expect(await choices()).toEqual(['Any', 'Of the second']);
  await field(page, 'Project').selectOption(first);
  expect(await choices()).not.toContain('Of the second');
  await page.close();
});
