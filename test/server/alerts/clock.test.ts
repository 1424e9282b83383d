// Alerts after the clock was set back: stored times are then in the future.
import { describe, expect, it } from 'vitest';
import { databaseInstant } from '../../../src/server/alerts/evaluate/match.js';
import { wallet } from '../profiles/profiles-under-test.js';
import { HOUR_MS, useAlerts } from './alerts-under-test.js';
import { answering } from './receiver.js';

const world = useAlerts();

const toReceiver = () => ({ recipient: [{ type: 'webhook', value: [world.receiver.url] }] });
const found = () => world.receiver.received.flatMap(({ json }) => json.data);
const ids = () => found().map(({ message_id }: { message_id: string }) => message_id);

describe('an event alert', () => {
  it('does not report an event again after the clock was set back a year', async () => {
    const { id } = await world.alerts.make(toReceiver());
    await world.alerts.store([{ event: 'swap', message_id: 'told' }]);
    await world.alerts.turn();
    await world.alerts.database.query(
      "UPDATE alert_matches SET matched_at = matched_at + interval '1 year' WHERE alert_id = $1",
      [id],
    );
    await world.alerts.turn();
    expect(ids()).toEqual(['told']);
  });

  it.each(['looked_until', 'looks_from, looked_until', 'evaluated_at'])(
    'reports a new event once after the clock was set back a day: %s',
    async (columns) => {
      const event = `late ${columns}`;
      const trigger_filters = [{ name: 'event', value: event }];
      const { id } = await world.alerts.make({ ...toReceiver(), trigger_filters });
      await world.alerts.turn();
      const ahead = columns.split(', ').map((column) => `${column} = ${column} + interval '1 day'`);
      await world.alerts.database.query(`UPDATE alerts SET ${ahead.join(', ')} WHERE id = $1`, [
        id,
      ]);
      await world.alerts.store([{ event, message_id: event }]);
      await world.alerts.turn();
      await world.alerts.turn();
      expect(ids()).toEqual([event]);
    },
  );

  it('finds once what was stored after its last evaluation and before the clock was set back', async () => {
    const { analytics, compose, make, store, turn } = world.alerts;
    await make(toReceiver());
    await store([{ event: 'swap', message_id: 'early' }]);
    await turn();
    await store([{ event: 'swap', message_id: 'late' }]);
    const query: typeof analytics.query = async (sql, params, options) => {
      const answer = await analytics.query<{ now: string }>(sql, params, options);
      const aDayBefore = ({ now }: { now: string }) => ({
        now: databaseInstant(new Date(Date.parse(`${now}Z`) - 24 * HOUR_MS).toISOString()),
      });
      const isTime = sql.endsWith('AS now');
      return (isTime ? { ...answer, data: answer.data.map(aDayBefore) } : answer) as never;
    };
    const { job } = compose({ analytics: { query } });
    await turn(job);
    await turn(job);
    expect(ids()).toEqual(['early', 'late']);
  });
});

it('a user alert reports a wallet once more after the clock was set back a year', async () => {
  const { id } = await world.alerts.make({
    trigger_type: 'user',
    trigger_filters: [{ name: 'device', operator: 'isEmpty' }],
    ...toReceiver(),
  });
  const come = async () => {
    await world.alerts.store([{ address: wallet(22) }]);
    await world.alerts.turn();
    return found().length;
  };
  expect(await come()).toBe(1);
  await world.alerts.database.query(
    "UPDATE alert_matches SET matched_at = matched_at + interval '1 year' WHERE alert_id = $1",
    [id],
  );
  expect(await come()).toBe(2);
  expect(await come()).toBe(2);
});

it('a delivery whose time is too far in the future is sent after the clock was set back', async () => {
  const { id } = await world.alerts.make(toReceiver());
  await world.alerts.store([{ event: 'swap' }]);
  world.receiver.script = answering(503);
  await world.alerts.turn();
  const later = (by: string) =>
    world.alerts.database.query(
      `UPDATE alert_deliveries SET next_attempt_at = $2::timestamptz + interval '${by}' WHERE alert_id = $1`,
      [id, new Date(world.alerts.clock.now).toISOString()],
    );
  world.receiver.script = answering(200);
  await later('6 hours');
  await world.alerts.job.run();
  expect(await world.alerts.deliveries(id)).toMatchObject([{ status: 'pending' }]);
  await later('1 year');
  await world.alerts.job.run();
  expect(await world.alerts.deliveries(id)).toMatchObject([{ status: 'delivered', attempts: 2 }]);
});
