// Who is forgotten is forgotten by alerts, too.
import { beforeAll, expect, it } from 'vitest';
import { createForgetInAlerts } from '../../../src/server/alerts/forget-person.js';
import { createCleanup } from '../../support/cleanup.js';
import { wallet } from '../profiles/profiles-under-test.js';
import { type AlertsUnderTest, MINUTE_MS, startWithReceiver } from './alerts-under-test.js';
import { answering, type Receiver } from './receiver.js';

const cleanUp = createCleanup();
const [ALICE, BOB] = [wallet(0xa11ce), wallet(0xb0b)];
let alerts: AlertsUnderTest;
let receiver: Receiver;

beforeAll(async () => {
  ({ alerts, receiver } = await startWithReceiver(cleanUp));
});

const kept = async (): Promise<string> =>
  JSON.stringify([
    await alerts.database.query('SELECT * FROM alert_matches'),
    await alerts.database.query('SELECT * FROM alert_deliveries'),
  ]);

it('of what waits to be sent, and of whom they told', async () => {
  const recipient = [{ type: 'webhook', value: [receiver.url] }];
  await alerts.make({ recipient });
  const trigger_filters = [{ name: 'address', operator: 'notEmpty' }];
  await alerts.make({ trigger_type: 'user', trigger_filters, recipient });
  await alerts.store([
    { event: 'swap', address: ALICE, anonymous_id: 'alice', message_id: 'a' },
    { event: 'swap', address: BOB, anonymous_id: 'bob', message_id: 'b' },
    { event: 'swap', anonymous_id: 'alice', message_id: 'c' },
  ]);
  receiver.script = (response) =>
    answering(503, {}, `No ${ALICE} and no alice`)(response, {} as never);
  await alerts.turn();
  expect(await kept()).toMatch(/alice/i);
  const matches = async () => (await alerts.database.query('SELECT 1 FROM alert_matches')).length;
  const before = await matches();
  const ids = { wallets: [ALICE], anonymousIds: ['alice'], userIds: [] };
  await createForgetInAlerts(alerts.database)(['prj_2'], ids);
  expect(await kept()).toMatch(/alice/i);
  await createForgetInAlerts(alerts.database)(['prj_1'], ids);
  expect(await kept()).not.toMatch(/alice|a11ce/i);
  expect(await matches()).toBe(before - 1);

  receiver.received.length = 0;
  receiver.script = answering(200);
  // What is due is sent; nobody looks anew at events that are still there.
  alerts.clock.now += MINUTE_MS;
  await alerts.job.run();
  const told = receiver.received.flatMap(({ json }) => json.data);
  expect(told.map(({ address }) => address.toLowerCase())).toEqual([BOB, BOB]);
});
