// What alerts find and send where the clock was set back: what was written before seems to lie ahead.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { wallet } from '../profiles/profiles-under-test.js';
import { type AlertsUnderTest, startWithReceiver } from './alerts-under-test.js';
import { answering, type Receiver } from './receiver.js';

const cleanUp = createCleanup();
let alerts: AlertsUnderTest;
let receiver: Receiver;

beforeAll(async () => {
  ({ alerts, receiver } = await startWithReceiver(cleanUp));
});

beforeEach(async () => {
  await alerts.database.query('DELETE FROM alerts');
  receiver.received.length = 0;
  receiver.script = answering(200);
});

const toReceiver = () => ({ recipient: [{ type: 'webhook', value: [receiver.url] }] });
const found = () => receiver.received.flatMap(({ json }) => json.data);
const ids = () => found().map(({ message_id }: { message_id: string }) => message_id);

describe('an event alert', () => {
  it('tells of none again after the clock was set back a year', async () => {
    const { id } = await alerts.make(toReceiver());
    await alerts.store([{ event: 'swap', message_id: 'told' }]);
    await alerts.turn();
    await alerts.database.query(
      "UPDATE alert_matches SET matched_at = matched_at + interval '1 year' WHERE alert_id = $1",
      [id],
    );
    await alerts.turn();
    expect(ids()).toEqual(['told']);
  });

  it.each(['looked_until', 'looks_from, looked_until', 'evaluated_at'])(
    'tells, once, of what comes after the clock was set back a day from %s',
    async (columns) => {
      const event = `late ${columns}`;
      const trigger_filters = [{ name: 'event', value: event }];
      const { id } = await alerts.make({ ...toReceiver(), trigger_filters });
      await alerts.turn();
      const ahead = columns.split(', ').map((column) => `${column} = ${column} + interval '1 day'`);
      await alerts.database.query(`UPDATE alerts SET ${ahead.join(', ')} WHERE id = $1`, [id]);
      await alerts.store([{ event, message_id: event }]);
      await alerts.turn();
      await alerts.turn();
      expect(ids()).toEqual([event]);
    },
  );
});

it('a user alert tells of a wallet again, once, after the clock was set back a year', async () => {
  const { id } = await alerts.make({
    trigger_type: 'user',
    trigger_filters: [{ name: 'device', operator: 'isEmpty' }],
    ...toReceiver(),
  });
  const come = async () => {
    await alerts.store([{ address: wallet(22) }]);
    await alerts.turn();
    return found().length;
  };
  expect(await come()).toBe(1);
  await alerts.database.query(
    "UPDATE alert_matches SET matched_at = matched_at + interval '1 year' WHERE alert_id = $1",
    [id],
  );
  expect(await come()).toBe(2);
  expect(await come()).toBe(2);
});

it('a delivery is sent when its time comes, also after the clock was set back', async () => {
  const { id } = await alerts.make(toReceiver());
  await alerts.store([{ event: 'swap' }]);
  receiver.script = answering(503);
  await alerts.turn();
  const later = (by: string) =>
    alerts.database.query(
      `UPDATE alert_deliveries SET next_attempt_at = $2::timestamptz + interval '${by}' WHERE alert_id = $1`,
      [id, new Date(alerts.clock.now).toISOString()],
    );
  receiver.script = answering(200);
  await later('6 hours');
  await alerts.job.run();
  expect(await alerts.deliveries(id)).toMatchObject([{ status: 'pending' }]);
  await later('1 year');
  await alerts.job.run();
  expect(await alerts.deliveries(id)).toMatchObject([{ status: 'delivered', attempts: 2 }]);
});
