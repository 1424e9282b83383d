// The contracts whose logs are read, in the settings: registered, edited and deleted.
import type { Page } from 'playwright-core';
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

const VAULT = '0x0c54FcCd2e384b4BB6f2E405Bf5Cbc15a017AaFb';
const DEPOSIT = { type: 'event', name: 'Deposit', inputs: [{ name: 'amount', type: 'uint256' }] };
const CLOSED = { type: 'event', name: 'Closed', inputs: [] };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const contracts = (page: Page) => page.getByRole('region', { name: 'Contracts', exact: true });

it('are registered, edited and deleted', async () => {
  const { client } = world;
  const { page, complaints } = await world.open({ at: '#/settings' });
  await settled(page);
  await contracts(page).getByText('No contracts yet').waitFor();
  await button(page, 'New contract').click();
  await field(page, 'Name').fill(' Vault ');
  await field(page, 'Chain id').fill('8453');
  await page.getByText('Base', { exact: true }).waitFor();
  await field(page, 'Address').fill(VAULT.toLowerCase());
  await field(page, 'ABI').fill('[');
  await page.getByText('This is not a valid JSON ABI').waitFor();
  await field(page, 'ABI').fill(JSON.stringify({ abi: [DEPOSIT, CLOSED] }));
  await page.getByLabel('Closed()').uncheck();
  expect(await faultsOf(page)).toEqual([]);
  await expectFitsPhone(page);

  // The content of the form survives a reload.
  await page.reload();
  await settled(page);
  await button(page, 'New contract').click();
  await page.getByText('Your unsaved changes were restored').waitFor();
  await button(page, 'Register the contract').click();

  const row = contracts(page).getByRole('row', { name: 'Vault' });
  await row.getByRole('cell', { name: 'Base', exact: true }).waitFor();
  await row.getByText('Not started. No RPC_URL_8453 is set on the server').waitFor();
  const place = { chain: 8453, address: VAULT };
  const made = await client.contracts.retrieve(place);
  expect(made).toMatchObject({ name: 'Vault', abi: JSON.stringify([DEPOSIT, CLOSED]) });
  expect(made.events.map(({ name }) => name)).toEqual(['Deposit']);
  expect(made.start_block).toBeUndefined();
  expect(await faultsOf(page)).toEqual([]);
  await expectFitsPhone(page);

  await button(page, 'Edit the contract Vault').click();
  expect(await field(page, 'Address').isDisabled()).toBe(true);
  await page.getByLabel('Closed()').check();
  await field(page, 'First block').fill('21000000');
  await button(page, 'Save the contract').click();
  await row.getByRole('cell', { name: 'Deposit, Closed' }).waitFor();
  expect(await client.contracts.retrieve(place)).toMatchObject({ start_block: 21_000_000 });

  await button(page, 'Edit the contract Vault').click();
  await button(page, 'Delete the contract').click();
  await button(page, 'Delete the contract for good').click();
  await contracts(page).getByText('No contracts yet').waitFor();
  expect((await client.contracts.list()).data).toEqual([]);
  expect(complaints).toEqual([]);
  await page.close();
});

it('are read-only with a key that cannot write, and not requested with a key that cannot read them', async () => {
  await world.client.contracts.create({
    ...{ name: 'Vault', chain: 1, address: VAULT },
    ...{ abi: JSON.stringify([DEPOSIT]), events: [{ name: 'Deposit' }] },
  });
  const { apiKey } = await world.makeKey('query:read,contracts:read');
  const { page } = await world.open({ apiKey, at: '#/settings' });
  await contracts(page).getByRole('row', { name: 'Vault' }).waitFor();
  await settled(page);
  expect(await contracts(page).getByRole('button').count()).toBe(0);
  await page.close();

  const { apiKey: another } = await world.makeKey('query:read');
  const { page: without, complaints } = await world.open({ apiKey: another, at: '#/settings' });
  await without.getByText('missing, needed for contracts', { exact: true }).waitFor();
  await settled(without);
  expect(await contracts(without).count()).toBe(0);
  expect(complaints).toEqual([]);
  await without.close();
});
