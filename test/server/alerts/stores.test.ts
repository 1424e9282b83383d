// What alerts store and for how long, and who owns it while several processes work on it.
import { expect, it } from 'vitest';
import { createDeliveryStore } from '../../../src/server/alerts/deliver/delivery-store.js';
import { createMatchStore } from '../../../src/server/alerts/evaluate/match-store.js';
import { HOUR_MS, useAlerts } from './alerts-under-test.js';
import { answering } from './receiver.js';

const world = useAlerts();
const DAY_MS = 24 * HOUR_MS;

const at = (ms: number) => new Date(world.alerts.clock.now + ms).toISOString();
const deliveries = () => createDeliveryStore(world.alerts.database);
const matches = () => createMatchStore(world.alerts.database);
const END = { responseStatus: 200, excerpt: null, error: null } as const;
const DELIVERED = { ...END, status: 'delivered', nextAttemptAt: null } as const;

/** An alert with one pending delivery that is due. */
const withWaiting = async (): Promise<string> => {
  const recipient = [{ type: 'webhook', value: [world.receiver.url] }];
  const { id } = await world.alerts.make({ recipient });
  await world.alerts.store([{ event: 'swap' }]);
  world.receiver.script = answering(503);
  await world.alerts.turn();
  world.alerts.clock.now += HOUR_MS;
  return id;
};
const take = async () => {
  const [taken] = await deliveries().claim(at(0), at(120_000), 10);
  if (taken === undefined) throw new Error('There is nothing to take.');
  return taken;
};
const only = async (id: string) => (await world.alerts.deliveries(id))[0];

it('a slow process changes nothing in a delivery that another process has claimed since', async () => {
  const id = await withWaiting();
  const slow = await take();
  world.alerts.clock.now += 120_000;
  const other = await take();
  expect([slow.id, slow.attempts, other.attempts]).toEqual([other.id, 2, 3]);
  await deliveries().release(slow, at(0));
  await deliveries().finish(slow, { ...DELIVERED, status: 'failed' }, at(0));
  expect(await only(id)).toMatchObject({ status: 'pending', attempts: 3 });
  await deliveries().finish(other, DELIVERED, at(0));
  await deliveries().release(other, at(0));
  await deliveries().finish(other, { ...DELIVERED, status: 'failed' }, at(0));
  expect(await only(id)).toMatchObject({ status: 'delivered', attempts: 3, next_attempt_at: null });
});

it('finished deliveries are kept for their time, and pending ones until they are finished', async () => {
  const id = await withWaiting();
  const { created_at } = await only(id);
  const behind = new Date(Date.parse(created_at) + 1).toISOString();
  await deliveries().prune(behind);
  expect(await only(id)).toMatchObject({ status: 'pending' });
  await deliveries().finish(await take(), DELIVERED, at(0));
  await deliveries().prune(created_at);
  expect(await only(id)).toMatchObject({ status: 'delivered' });
  await deliveries().prune(behind);
  expect(await only(id)).toBeUndefined();
});

it('matches are kept as long as they may be found again', async () => {
  const { id } = await world.alerts.make();
  await world.alerts.store([{ event: 'swap' }]);
  await world.alerts.turn();
  const set = (lookedUntil: number, matchedAt: number) =>
    world.alerts.database.query(
      `WITH a AS (UPDATE alerts SET looked_until = $2 WHERE id = $1)
       UPDATE alert_matches SET matched_at = $3 WHERE alert_id = $1`,
      [id, at(lookedUntil), at(matchedAt)],
    );
  const isKept = async () => {
    await matches().prune(at(-7 * DAY_MS));
    const rows = await world.alerts.database.query(
      'SELECT 1 AS one FROM alert_matches WHERE alert_id = $1',
      [id],
    );
    return rows.length > 0;
  };
  await set(0, -7 * DAY_MS);
  expect(await isKept()).toBe(true);
  // The alert is late, so that its last matches are evaluated again.
  await set(-8 * DAY_MS, -10 * DAY_MS);
  expect(await isKept()).toBe(true);
  await set(-8 * DAY_MS, -10 * DAY_MS - 1);
  expect(await isKept()).toBe(false);
});

/** An alert that is being evaluated. */
const looking = async () => {
  const recipient = [{ type: 'webhook', value: [world.receiver.url] }];
  const { id } = await world.alerts.make({ recipient });
  world.alerts.clock.now += HOUR_MS;
  const turn = await matches().claim(at(0), at(-300_000));
  if (turn === undefined) throw new Error("It is nobody's turn.");
  return { id, turn };
};
const match = { hash: 'h', data: { event: 'swap' } };

it('nothing is reported for an alert whose filters changed during its evaluation', async () => {
  const { id, turn } = await looking();
  const trigger_filters = [{ name: 'event', value: 'buy' }];
  await world.alerts.call('PATCH', `/v0/alerts/${id}`, { body: { trigger_filters } });
  const placeOf = async () => {
    const [row] = await world.alerts.database.query<{ looked_until: string }>(
      'SELECT looked_until FROM alerts WHERE id = $1',
      [id],
    );
    return row?.looked_until;
  };
  const before = await placeOf();
  expect(await matches().report(turn, [match], { now: at(0) })).toBe(0);
  await matches().advance(turn, at(HOUR_MS));
  expect([await placeOf(), await world.alerts.deliveries(id)]).toEqual([before, []]);
});

it('nothing is reported for an alert that was paused during its evaluation', async () => {
  const { id, turn } = await looking();
  await world.alerts.call('PATCH', `/v0/alerts/${id}`, { body: { status: 'inactive' } });
  expect(await matches().report(turn, [match], { now: at(0) })).toBe(0);
  expect(await world.alerts.deliveries(id)).toEqual([]);
});

/** Inserts a delivery that is pending since that time. */
const insert = (id: string, alert: { readonly id: string }, since: number) =>
  world.alerts.database.query(
    `INSERT INTO alert_deliveries (id, alert_id, type, target, status, matches, data, created_at, next_attempt_at)
     VALUES ($1, $2, 'webhook', 'http://127.0.0.1:1/', 'pending', 0, '[]', $3, $3)`,
    [id, alert.id, at(since)],
  );

it('many pending deliveries of one alert do not delay those of another', async () => {
  const [many, few] = [await world.alerts.make(), await world.alerts.make()];
  for (const since of [-6, -5, -4, -3]) await insert(`dlv_many${since}`, many, since);
  for (const since of [-2, -1]) await insert(`dlv_few${since}`, few, since);
  const takeTwo = async () => {
    const taken = await deliveries().claim(at(0), at(120_000), 2);
    return taken.map(({ id }) => id).sort();
  };
  expect([await takeTwo(), await takeTwo(), await takeTwo(), await takeTwo()]).toEqual([
    ['dlv_few-2', 'dlv_many-6'],
    ['dlv_few-1', 'dlv_many-5'],
    ['dlv_many-3', 'dlv_many-4'],
    [],
  ]);
});

it('claims every alert once and as many deliveries as requested, even with outdated planner statistics', async () => {
  const { database } = world.alerts;
  const make = () => world.alerts.make({ name: 'planned' });
  await insert('dlv_0', await make(), 0);
  await database.query('ANALYZE alerts');
  await database.query('ANALYZE alert_deliveries');
  for (const n of [1, 2, 3, 4, 5]) await insert(`dlv_${n}`, await make(), 0);
  world.alerts.clock.now += HOUR_MS;
  const turns: string[] = [];
  for (;;) {
    const turn = await matches().claim(at(0), at(-300_000));
    if (turn === undefined) break;
    turns.push(turn.id);
  }
  expect(new Set(turns).size).toBe(6);
  expect(turns).toHaveLength(6);
  const taken = [];
  for (let n = 0; n < 3; n += 1) taken.push(await deliveries().claim(at(0), at(120_000), 2));
  expect(taken.map(({ length }) => length)).toEqual([2, 2, 2]);
});
