// Alerts in the dashboard: created, tested, paused, edited and deleted with a key that has the
// scope.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { answering, type Receiver, startReceiver } from '../../server/alerts/receiver.js';
import { createCleanup } from '../../support/cleanup.js';
import { expectFitsPhone, faultsOf } from './look.js';
import { arrived, type DashboardWorld, goTo, settled, startDashboard } from './world.js';

const cleanUp = createCleanup();
let world: DashboardWorld;
let receiver: Receiver;

beforeAll(async () => {
  world = await startDashboard({ WEBHOOKS_TO_PRIVATE: 'on' });
  cleanUp(world.close);
  receiver = await startReceiver();
  cleanUp(receiver.close);
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const panel = (page: Page, name: string) => page.getByRole('region', { name });

it('creates, tests, pauses, edits and deletes an alert', async () => {
  const { client } = world;
  const { page, complaints } = await world.open({ at: '#/alerts' });
  await settled(page);
  await page.getByText('No alerts yet').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await button(page, 'New alert').click();
  await field(page, 'Name').fill(' Large swaps ');
  await button(page, 'Add a condition to the alert').click();
  await field(page, 'Column or property, condition 2 of the alert').fill('volume');
  await field(page, 'Operator, condition 2 of the alert').selectOption('is over');
  await field(page, 'Value, condition 2 of the alert').fill('1000.50');
  await button(page, 'Add a recipient').click();
  await field(page, 'Address, recipient 1').fill(`${receiver.url}/hook`);
  await field(page, 'Secret').fill('s3cret');
  expect(await faultsOf(page)).toEqual([]);
  await expectFitsPhone(page);
  await button(page, 'Create the alert').click();

  await page.getByRole('heading', { name: 'Large swaps', level: 1 }).waitFor();
  const [made] = (await client.alerts.list()).data;
  const id = made?.id ?? '';
  expect(made).toMatchObject({
    ...{ name: 'Large swaps', trigger_type: 'event', status: 'active', has_secret: true },
    trigger_filters: [
      { name: 'type', operator: 'eq', value: 'transaction' },
      { name: 'volume', operator: 'gt', numericThreshold: '1000.50' },
    ],
    recipient: [{ type: 'webhook', value: [`${receiver.url}/hook`] }],
  });
  await arrived(page, `#/alerts/${id}`);
  await panel(page, 'Conditions').getByText('Volume is over 1000.50').waitFor();
  await panel(page, 'Recipients').getByText('signed with the secret of this alert').waitFor();
  expect(await page.getByText('/hook').count()).toBe(0);

  await button(page, 'Send a test').click();
  const told = panel(page, 'Deliveries');
  await told.getByRole('cell', { name: 'Delivered' }).waitFor();
  expect(receiver.received).toHaveLength(1);
  expect(receiver.received[0]?.headers['webhook-signature']).toMatch(/^v1,/);
  receiver.script = answering(404, {}, 'Nobody lives here');
  await button(page, 'Send a test').click();
  await told.getByText('Nobody lives here').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await expectFitsPhone(page);

  await button(page, 'Pause').click();
  await page.getByText('Paused').waitFor();
  expect(await client.alerts.retrieve(id)).toMatchObject({ status: 'inactive' });
  await button(page, 'Resume').click();
  await page.getByText('Active').waitFor();

  await button(page, 'Edit').click();
  await field(page, 'Name').fill('Swaps');
  await page.getByLabel('Stop signing webhooks').check();
  await button(page, 'Save the alert').click();
  await page.getByRole('heading', { name: 'Swaps', level: 1 }).waitFor();
  await panel(page, 'Recipients').getByText('not signed').waitFor();
  expect(await client.alerts.retrieve(id)).toMatchObject({
    ...{ has_secret: false, trigger_filters: made?.trigger_filters, recipient: made?.recipient },
  });

  await goTo(page, '#/alerts');
  await page.getByRole('link', { name: 'Swaps' }).click();
  await settled(page);
  await button(page, 'Edit').click();
  await button(page, 'Delete the alert').click();
  await button(page, 'Delete the alert for good').click();
  await page.getByText('No alerts yet').waitFor();
  expect((await client.alerts.list()).data).toEqual([]);
  expect(complaints).toEqual([]);
  await page.close();
});

it('an alert on wallets uses a segment; a refused form shows the reason and keeps its content', async () => {
  const { client } = world;
  const { id: segment } = await client.segments.create({
    name: 'Spenders',
    conditions: [{ field: 'users.revenue', op: 'gt', value: 100 }],
  });
  const { page } = await world.open({ at: '#/alerts' });
  await settled(page);
  await button(page, 'New alert').click();
  await field(page, 'Name').fill('Spenders come');
  await field(page, 'Notify about').selectOption('Wallets');
  await field(page, 'Segment').selectOption('Spenders');
  await field(page, 'Value, condition 1 of the alert').fill('');
  await field(page, 'Value, condition 1 of the alert').pressSequentially('Power user');
  expect(await field(page, 'Value, condition 1 of the alert').inputValue()).toBe('Power user');
  await field(page, 'Notify about').selectOption('Events');
  await field(page, 'Notify about').selectOption('Wallets');
  expect(await field(page, 'Value, condition 1 of the alert').inputValue()).toBe('Power user');
  await field(page, 'Column or property, condition 1 of the alert').fill('');
  await field(page, 'Column or property, condition 1 of the alert').pressSequentially(
    'segment_size',
  );
  await field(page, 'Value, condition 1 of the alert').fill('43');
  await button(page, 'Create the alert').click();
  await page.getByText('must be a field of wallet profiles; it is "segment_size"').waitFor();
  await page.keyboard.press('Escape');
  await page.reload();
  await settled(page);
  await button(page, 'New alert').click();
  await page.getByText('Your unsaved changes were restored').waitFor();
  await button(page, 'Remove condition 1 of the alert').click();
  await button(page, 'Create the alert').click();
  await panel(page, 'Conditions').getByText('Segment is Spenders').waitFor();
  await panel(page, 'Recipients').getByText('Nobody').waitFor();
  expect(await button(page, 'Send a test').isDisabled()).toBe(true);
  const [made] = (await client.alerts.list()).data;
  expect(made).toMatchObject({
    trigger_type: 'user',
    trigger_filters: [{ name: 'segment', operator: 'eq', value: segment }],
  });

  // The name can be edited although the segment is deleted, since unchanged fields are not sent.
  await client.segments.delete(segment);
  await page.reload();
  await settled(page);
  await button(page, 'Edit').click();
  await field(page, 'Name').fill('Spenders came');
  await button(page, 'Save the alert').click();
  await page.getByRole('heading', { name: 'Spenders came', level: 1 }).waitFor();
  await page.close();

  const { apiKey } = await world.makeKey('query:read,alerts:read');
  const { page: read } = await world.open({ apiKey, at: '#/alerts' });
  await settled(read);
  await read.getByRole('link', { name: 'Spenders came' }).click();
  await panel(read, 'Conditions').getByText(`Segment is ${segment}`).waitFor();
  await settled(read);
  for (const name of ['Edit', 'Pause', 'Send a test']) {
    expect(await button(read, name).count(), name).toBe(0);
  }
  await client.alerts.delete(made?.id ?? '');
  await goTo(read, '#/alerts');
  await read
    .getByText(/alerts:read\S*,alerts:write/)
    .first()
    .waitFor();
  await read.close();
});
