// Alerts on numbers and on segments, from the request that creates them to the webhook.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { wallet } from '../profiles/profiles-under-test.js';
import { useAlerts } from './alerts-under-test.js';

const world = useAlerts();

const [RICH, POOR, BUYER] = [wallet(0xa1), wallet(0xa2), wallet(0xa3)] as const;

beforeAll(async () => {
  await world.alerts.load('wallet_enrichment', [
    { wallet: RICH, net_worth_usd: 5_000, tx_count: 3 },
    { wallet: POOR, net_worth_usd: 10, tx_count: 300 },
  ]);
});

beforeEach(async () => {
  await world.alerts.database.query('DELETE FROM segments');
});

const makeSegment = async (content: object, project = 'prj_1'): Promise<string> => {
  const body = { name: 'Some', ...content };
  const answer = await world.alerts.call('POST', `/v0/segments?project_id=${project}`, { body });
  expect(answer.status).toBe(201);
  return answer.body.id;
};
const richSegment = (project?: string) =>
  makeSegment({ conditions: [{ field: 'users.net_worth_usd', op: 'gte', value: 1_000 }] }, project);
const buyerSegment = () => makeSegment({ behaviors: [{ type: 'track', event: 'buy' }] });

const recipient = () => [{ type: 'webhook', value: [world.receiver.url] }];
const watch = (trigger_type: 'user' | 'event', ...trigger_filters: object[]) =>
  world.alerts.make({ trigger_type, trigger_filters, recipient: recipient() });
const found = () => world.receiver.received.flatMap(({ json }) => json.data);

/** Stores events of all three wallets, one of them a purchase, and returns the wallets that were reported. */
const told = async () => {
  await world.alerts.store([
    { address: RICH },
    { address: POOR },
    { address: BUYER, event: 'buy', properties: { revenue: 12 } },
  ]);
  await world.alerts.turn();
  return found()
    .map(({ address }) => address.toLowerCase())
    .sort();
};

describe('a user alert restricted to a segment', () => {
  it('reports only its members', async () => {
    await watch('user', { name: 'segment', value: await richSegment() });
    expect(await told()).toEqual([RICH]);
    expect(world.receiver.received[0]?.json).toMatchObject({
      type: 'alert.user.triggered',
      data: [{ net_worth_usd: 5_000 }],
    });
  });

  it('works with a segment by behavior', async () => {
    await watch('user', { name: 'segment', value: await buyerSegment() });
    expect(await told()).toEqual([BUYER]);
  });

  it('reports wallets in none of several segments by nin, and in any of them by in', async () => {
    const value = `${await richSegment()}|${await buyerSegment()}`;
    const { id } = await watch('user', { name: 'segment', operator: 'nin', value });
    expect(await told()).toEqual([POOR]);
    await world.alerts.call('DELETE', `/v0/alerts/${id}`);
    world.receiver.received.length = 0;
    await watch('user', { name: 'segment', operator: 'in', value });
    expect(await told()).toEqual([RICH, BUYER]);
  });

  it('can be combined with further filters', async () => {
    await watch(
      'user',
      { name: 'segment', operator: 'neq', value: await buyerSegment() },
      { name: 'tx_count', operator: 'gt', numericThreshold: '100' },
    );
    expect(await told()).toEqual([POOR]);
  });

  it.each(['eq', 'neq', 'in', 'nin'])(
    'reports nobody once the segment is deleted: %s',
    async (operator) => {
      const value = await richSegment();
      await watch('user', { name: 'segment', operator, value });
      await world.alerts.call('DELETE', `/v0/segments/${value}`);
      expect(await told()).toEqual([]);
      expect(world.alerts.logLines).toEqual([]);
    },
  );

  it('reports the members of the remaining segments by in, and nobody by nin, once one is deleted', async () => {
    const [rich, buyers] = [await richSegment(), await buyerSegment()];
    const value = `${rich}|${buyers}`;
    const { id } = await watch('user', { name: 'segment', operator: 'in', value });
    await world.alerts.call('DELETE', `/v0/segments/${rich}`);
    expect(await told()).toEqual([BUYER]);
    await world.alerts.call('PATCH', `/v0/alerts/${id}`, { body: { status: 'inactive' } });
    world.receiver.received.length = 0;
    const kept = await richSegment();
    const others = `${kept}|${buyers}`;
    await watch('user', { name: 'segment', operator: 'nin', value: others });
    await world.alerts.call('DELETE', `/v0/segments/${kept}`);
    expect(await told()).toEqual([]);
  });

  it('is refused for a segment of another project', async () => {
    const body = {
      name: 'Theirs',
      trigger_type: 'user',
      trigger_filters: [{ name: 'segment', value: await richSegment('prj_2') }],
    };
    expect(await world.alerts.call('POST', '/v0/alerts?project_id=prj_1', { body })).toMatchObject({
      status: 400,
      body: { error: { param: 'body.trigger_filters.0.value' } },
    });
    expect((await world.alerts.call('POST', '/v0/alerts?project_id=prj_2', { body })).status).toBe(
      201,
    );
  });

  it('is refused for too many conditions in several segments, but not for the largest segment alone', async () => {
    const filters = Array.from({ length: 25 }, (_, n) => ({ field: `p${n}`, op: 'eq', value: 5 }));
    const behaviors = Array(20).fill({ type: 'track', event: 'buy', filters });
    const large = await makeSegment({ logic: 'or', behaviors });
    const small = await buyerSegment();
    const { id } = await watch('user', { name: 'segment', value: large });
    const filtersOf = (value: string) => [
      { name: 'revenue', operator: 'gt', value: '1' },
      { name: 'segment', operator: 'in', value },
    ];
    const call = (value: string) =>
      world.alerts.call('PATCH', `/v0/alerts/${id}`, {
        body: { trigger_filters: filtersOf(value) },
      });
    for (const value of [`${small}|${large}`, `${large}|${large}`]) {
      expect(await call(value)).toMatchObject({
        status: 400,
        body: { error: { param: 'body.trigger_filters.1.value' } },
      });
    }
    const times = (count: number) => Array(count).fill(small).join('|');
    expect((await call(times(100))).status).toBe(200);
    expect((await call(times(101))).status).toBe(400);
  });
});

describe('an alert on a number', () => {
  const sales = () =>
    world.alerts.store([
      { event: 'sale', message_id: 'small', properties: { revenue: 99.99 } },
      { event: 'sale', message_id: 'just', properties: { revenue: 100 } },
      { event: 'sale', message_id: 'large', properties: { revenue: 2_500 } },
      { event: 'sale', message_id: 'none' },
    ]);
  const ids = () => found().map(({ message_id }) => message_id);

  it.each([
    ['gte', ['just', 'large']],
    ['gt', ['large']],
    ['eq', ['just']],
    ['lt', ['none', 'small']],
  ])('with %s reports the events that match its threshold', async (operator, expected) => {
    // The threshold takes precedence over the value, which a form may leave there.
    await watch(
      'event',
      { name: 'event', value: 'sale' },
      { name: 'revenue', operator, value: '1', numericThreshold: '100' },
    );
    await sales();
    await world.alerts.turn();
    expect(ids().sort()).toEqual(expected);
    expect(found().every(({ revenue }) => typeof revenue === 'number')).toBe(true);
  });

  it('reports the events between two thresholds', async () => {
    await watch(
      'event',
      { name: 'revenue', operator: 'gte', numericThreshold: '50' },
      { name: 'revenue', operator: 'lt', numericThreshold: '100.5' },
    );
    await sales();
    await world.alerts.turn();
    expect(ids().sort()).toEqual(['just', 'small']);
  });
});
