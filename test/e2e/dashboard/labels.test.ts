// The labels of a wallet, on its page.
import { beforeAll, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { expectFitsPhone, faultsOf } from './look.js';
import { type DashboardWorld, settled, startDashboard } from './world.js';

const cleanUp = createCleanup();
let world: DashboardWorld;

beforeAll(async () => {
  world = await startDashboard();
  cleanUp(world.close);
});

it('are created, edited and deleted on the page of a wallet', async () => {
  const { page, complaints } = await world.open({ at: `#/wallets/${world.address}` });
  const panel = page.getByRole('region', { name: 'Labels' });
  const save = page.getByRole('button', { name: 'Save the label' });
  await settled(page);
  await panel.getByText('No labels yet.').waitFor();
  await panel.getByRole('button', { name: 'Add' }).click();
  const name = page.getByLabel('Label', { exact: true });
  await name.fill('no spaces, please');
  await save.click();
  expect(await name.evaluate((one: HTMLInputElement) => one.validity.patternMismatch)).toBe(true);
  await name.fill(' Tier ');
  await page.getByLabel('Value').fill('gold');
  expect(await faultsOf(page)).toEqual([]);
  await save.click();
  await panel.getByText('tier: gold', { exact: true }).waitFor();
  await expectFitsPhone(page);

  await panel.getByRole('button', { name: 'Edit the label tier: gold' }).click();
  expect(await name.isDisabled()).toBe(true);
  await page.getByLabel('Value').fill('silver');
  await save.click();
  await panel.getByText('tier: silver', { exact: true }).waitFor();
  const { labels } = await world.client.profiles.retrieve(world.address, { expand: ['labels'] });
  expect(labels).toEqual([expect.objectContaining({ id: 'tier', value: 'silver' })]);

  await panel.getByRole('button', { name: 'Edit the label tier: silver' }).click();
  await page.getByRole('button', { name: 'Delete the label' }).click();
  await page.getByRole('button', { name: 'Delete the label for good' }).click();
  await panel.getByText('No labels yet.').waitFor();

  await panel.getByRole('button', { name: 'Add' }).click();
  await name.fill('minter');
  await page.getByLabel('Chain id', { exact: true }).fill('8453');
  await save.click();
  await panel.getByText('minter (chain 8453)', { exact: true }).waitFor();
  await panel.getByRole('button', { name: 'Edit the label minter' }).click();
  expect(await page.getByLabel('Chain id', { exact: true }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Delete the label' }).click();
  await page.getByRole('button', { name: 'Delete the label for good' }).click();
  await panel.getByText('No labels yet.').waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

it('are read-only with a key that cannot write', async () => {
  await world.client.profiles.labels.upsert(world.address, { tag_id: 'vip', value: 'Gold member' });
  const { apiKey } = await world.makeKey('query:read,profiles:read');
  const { page } = await world.open({ apiKey, at: `#/wallets/${world.address}` });
  const panel = page.getByRole('region', { name: 'Labels' });
  await settled(page);
  await panel.getByText('vip: Gold member').waitFor();
  expect(await panel.getByRole('button').count()).toBe(0);
  await page.close();
});
