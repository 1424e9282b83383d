// Deleting a person also deletes the person from the matches and deliveries of alerts.
import { getAddress } from 'ethers';
import { expect, it } from 'vitest';
import { createForgetInAlerts } from '../../../src/server/alerts/forget-person.js';
import { composeForget } from '../../../src/server/forget/compose-forget.js';
import { openForgotten } from '../../../src/server/forget/forgotten.js';
import { createCleanup } from '../../support/cleanup.js';
import { createTestDirectory } from '../../support/temporary-directory.js';
import { wallet } from '../profiles/profiles-under-test.js';
import { MINUTE_MS, useAlerts } from './alerts-under-test.js';
import { answering } from './receiver.js';

const world = useAlerts();
const cleanUp = createCleanup();
const [ALICE, BOB] = [wallet(0xa11ce), wallet(0xb0b)];

const kept = async (): Promise<string> =>
  JSON.stringify([
    await world.alerts.database.query('SELECT * FROM alert_matches'),
    await world.alerts.database.query('SELECT * FROM alert_deliveries'),
  ]);

const toReceiver = () => ({ recipient: [{ type: 'webhook', value: [world.receiver.url] }] });
/** Creates an alert that matches every swap, and one that matches every wallet. */
const tellOfAll = async () => {
  await world.alerts.make(toReceiver());
  const trigger_filters = [{ name: 'address', operator: 'notEmpty' }];
  await world.alerts.make({ trigger_type: 'user', trigger_filters, ...toReceiver() });
};

it('deletes the person from pending deliveries and stored matches', async () => {
  await tellOfAll();
  await world.alerts.make({ ...toReceiver(), trigger_filters: [{ name: 'event', value: 'buy' }] });
  await world.alerts.store([
    { event: 'buy', address: ALICE, anonymous_id: 'alice', message_id: 'hers alone' },
    { event: 'swap', address: ALICE, anonymous_id: 'alice', message_id: 'a' },
    { event: 'swap', address: BOB, anonymous_id: 'bob', message_id: 'b' },
    { event: 'swap', anonymous_id: 'alice', message_id: 'c' },
  ]);
  // The receiver repeats what it was sent: an id, or an address in checksum case.
  world.receiver.script = (response, received) => {
    const isOfWallets = received.json.type === 'alert.user.triggered';
    answering(503, {}, isOfWallets ? `No ${getAddress(ALICE)}` : 'No alice')(response, received);
  };
  await world.alerts.turn();
  const all = await kept();
  expect(all).toMatch(/alice/i);
  const matches = async () =>
    (await world.alerts.database.query('SELECT 1 FROM alert_matches')).length;
  const before = await matches();
  // Ids of events may contain NUL, which Postgres does not accept in text.
  const ids = { wallets: [ALICE], anonymousIds: ['alice'], userIds: ['ali\0ce'] };
  await createForgetInAlerts(world.alerts.database)(['prj_2'], ids);
  expect(await kept()).toBe(all);
  await createForgetInAlerts(world.alerts.database)(['prj_1'], ids);
  expect(await kept()).not.toMatch(/alice|a11ce/i);
  expect(await matches()).toBe(before - 1);

  world.receiver.received.length = 0;
  world.receiver.script = answering(200);
  // Due deliveries are sent, but the events, which are still stored, are not evaluated again.
  world.alerts.clock.now += MINUTE_MS;
  await world.alerts.job.run();
  const told = world.receiver.received.map(({ json }) =>
    json.data.map(({ address }: { address: string }) => address.toLowerCase()),
  );
  // A delivery without remaining matches is not sent.
  expect(told).toEqual([[BOB], [BOB]]);
});

it('deletes stored answers of receivers that repeat an id, also if cut or with spaces collapsed', async () => {
  const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
  const answers: Readonly<Record<string, string>> = {
    '/cut': `${'x'.repeat(180)}${address}`,
    '/line': 'No alice  of\tnorway',
    '/bob': `${'x'.repeat(180)}${getAddress(BOB)}`,
  };
  const value = Object.keys(answers).map((path) => `${world.receiver.url}${path}`);
  const { id } = await world.alerts.make({ recipient: [{ type: 'webhook', value }] });
  await world.alerts.store([{ event: 'swap' }]);
  world.receiver.script = (response, received) =>
    answering(400, {}, answers[received.path])(response, received);
  await world.alerts.turn();
  const userIds = ['alice  of\tnorway', ' \t'];
  const ids = { wallets: [address.toLowerCase()], anonymousIds: [], userIds };
  await createForgetInAlerts(world.alerts.database)(['prj_1'], ids);
  const excerpts: readonly { target: string; response_excerpt: string | null }[] =
    await world.alerts.deliveries(id);
  const kept = Object.fromEntries(
    excerpts.map(({ target, response_excerpt }) => [new URL(target).pathname, response_excerpt]),
  );
  expect(kept).toEqual({
    '/cut': null,
    '/line': null,
    '/bob': answers['/bob']?.slice(0, 200),
  });
});

it('deletes matches that are found during the deletion', async () => {
  await tellOfAll();
  await world.alerts.store([
    { event: 'swap', address: ALICE, anonymous_id: 'alice', message_id: 'd' },
    { event: 'swap', address: BOB, anonymous_id: 'bob', message_id: 'e' },
  ]);
  world.receiver.script = answering(503);
  const { analytics, database: application } = world.alerts;
  const { forget } = composeForget({
    analytics,
    application,
    dataDirectory: await createTestDirectory(cleanUp),
    forgotten: await openForgotten(analytics),
    settle: async () => {},
    // At this step, the events are still stored.
    async removeQuarantined() {
      await world.alerts.turn();
      expect(await kept()).toMatch(/alice|a11ce/i);
      return 0;
    },
  });
  await forget({ address: ALICE, linked: true }, ['prj_1']);
  expect(await kept()).toMatch(/bob/);
  expect(await kept()).not.toMatch(/alice|a11ce/i);
});

it('drops an answer that repeats an id and arrives after the deletion', async () => {
  const { id } = await world.alerts.make(toReceiver());
  await world.alerts.store([
    { event: 'swap', anonymous_id: 'alice', message_id: 'f' },
    { event: 'swap', anonymous_id: 'bob', message_id: 'g' },
  ]);
  const ids = { wallets: [], anonymousIds: ['alice'], userIds: [] };
  world.receiver.script = async (response, received) => {
    await createForgetInAlerts(world.alerts.database)(['prj_1'], ids);
    answering(503, {}, 'No alice')(response, received);
  };
  await world.alerts.turn();
  expect(await world.alerts.deliveries(id)).toMatchObject([
    { status: 'pending', matches: 1, attempts: 1, response_status: 503, response_excerpt: null },
  ]);

  world.receiver.script = answering(503, {}, 'No bob');
  world.alerts.clock.now += MINUTE_MS;
  await world.alerts.job.run();
  expect(await world.alerts.deliveries(id)).toMatchObject([{ response_excerpt: 'No bob' }]);
});
