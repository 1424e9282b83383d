// What an alert reports: each match since its last evaluation, once, in its own project.
import { describe, expect, it } from 'vitest';
import { wallet } from '../profiles/profiles-under-test.js';
import { HOUR_MS, MINUTE_MS, useAlerts } from './alerts-under-test.js';

const world = useAlerts({ pageSize: 3 });

const toReceiver = () => ({ recipient: [{ type: 'webhook', value: [world.receiver.url] }] });
const found = () => world.receiver.received.flatMap(({ json }) => json.data);
const ids = () => found().map(({ message_id }: { message_id: string }) => message_id);
const users = (changes: object = {}) => ({
  trigger_type: 'user',
  trigger_filters: [{ name: 'device', operator: 'isEmpty' }],
  ...toReceiver(),
  ...changes,
});

describe('an event alert', () => {
  it('reports all new matches in one request', async () => {
    const { id } = await world.alerts.make(toReceiver());
    await world.alerts.store([
      { event: 'swap', message_id: 'a', properties: { plan: 'x' }, address: wallet(1) },
      { event: 'swap', message_id: 'b' },
      { event: 'other', message_id: 'c' },
      { type: 'page', event: null, message_id: 'd' },
    ]);
    await world.alerts.turn();
    expect(world.receiver.received).toHaveLength(1);
    expect(world.receiver.received[0]?.json).toEqual({
      id: expect.stringMatching(/^dlv_/),
      type: 'alert.event.triggered',
      created: new Date(world.alerts.clock.now).toISOString(),
      alert: { id, name: 'Swaps' },
      data: [
        expect.objectContaining({
          message_id: 'a',
          type: 'track',
          event: 'swap',
          anonymous_id: 'visitor',
          timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          properties: { plan: 'x' },
        }),
        expect.objectContaining({ message_id: 'b', address: null, properties: expect.anything() }),
      ],
    });
    expect(await world.alerts.deliveries(id)).toMatchObject([
      { status: 'delivered', matches: 2, attempts: 1, response_status: 200, test: false },
    ]);
  });

  it('reports each match once, and later ones as they come', async () => {
    await world.alerts.make(toReceiver());
    await world.alerts.store([{ event: 'swap', message_id: 'once' }]);
    await world.alerts.turn();
    await world.alerts.turn();
    await world.alerts.store([{ event: 'swap', message_id: 'later' }]);
    await world.alerts.turn();
    expect(ids()).toEqual(['once', 'later']);
  });

  it('is evaluated at most every five minutes', async () => {
    await world.alerts.make(toReceiver());
    await world.alerts.store([{ event: 'swap' }]);
    world.alerts.clock.now += 5 * MINUTE_MS - 1;
    await world.alerts.job.run();
    expect(world.receiver.received).toEqual([]);
    world.alerts.clock.now += 1;
    await world.alerts.job.run();
    expect(world.receiver.received).toHaveLength(1);
  });

  it('ignores events from before it was created, while it was paused, or before its filters changed', async () => {
    await world.alerts.store([{ event: 'swap', message_id: 'before' }]);
    const { id } = await world.alerts.make(toReceiver());
    const change = (body: object) => world.alerts.call('PATCH', `/v0/alerts/${id}`, { body });
    await change({ status: 'inactive' });
    await world.alerts.store([{ event: 'swap', message_id: 'paused' }]);
    await world.alerts.turn();
    await change({ status: 'active' });
    await world.alerts.store([{ event: 'buy', message_id: 'not asked for' }]);
    await change({ trigger_filters: [{ name: 'event', value: 'buy' }] });
    await world.alerts.store([{ event: 'buy', message_id: 'asked for' }]);
    await world.alerts.turn();
    expect(ids()).toEqual(['asked for']);
  });

  it('reports events from before a change that leaves its filters the same', async () => {
    const { id } = await world.alerts.make(toReceiver());
    const { body } = await world.alerts.call('GET', `/v0/alerts/${id}`);
    const { trigger_type, trigger_filters, recipient } = body;
    const changes = [
      ['PUT', { name: 'Renamed', trigger_type, trigger_filters, recipient }],
      ['PATCH', { trigger_type, trigger_filters }],
      ['PATCH', { status: 'active' }],
    ] as const;
    for (const [at, [method, change]] of changes.entries()) {
      await world.alerts.store([{ event: 'swap', message_id: `before ${at}` }]);
      expect((await world.alerts.call(method, `/v0/alerts/${id}`, { body: change })).status).toBe(
        200,
      );
    }
    await world.alerts.turn();
    expect(ids()).toEqual(['before 0', 'before 1', 'before 2']);
  });

  it('reports an old event that waited in the journal', async () => {
    await world.alerts.make(toReceiver());
    await world.alerts.turn();
    const at = Date.now() - 3 * 24 * HOUR_MS;
    await world.alerts.store([{ event: 'swap', message_id: 'late', at } as never]);
    await world.alerts.turn();
    expect(ids()).toEqual(['late']);
  });

  it('reports an event once whose load took as long as allowed', async () => {
    const { id } = await world.alerts.make(toReceiver());
    await world.alerts.store([{ event: 'swap', message_id: 'slow' }]);
    const { data } = await world.alerts.analytics.query<{ begun: number }>(
      "SELECT max(toUnixTimestamp64Milli(stored_at)) AS begun FROM events WHERE message_id = 'slow'",
    );
    // The last evaluation ran at the end of the load, whose begin is the stored_at of the row.
    await world.alerts.database.query('UPDATE alerts SET looked_until = $2 WHERE id = $1', [
      id,
      new Date((data[0]?.begun ?? 0) + 314_000).toISOString(),
    ]);
    await world.alerts.turn();
    await world.alerts.turn();
    expect(ids()).toEqual(['slow']);
  });

  it('reports many matches in several requests, without leaving any out', async () => {
    await world.alerts.make(toReceiver());
    const many = Array.from({ length: 8 }, (_, at) => `many ${at}`);
    await world.alerts.store(many.map((message_id) => ({ event: 'swap', message_id })));
    await world.alerts.turn();
    expect(world.receiver.received.map(({ json }) => json.data.length).sort()).toEqual([2, 3, 3]);
    expect(ids().sort()).toEqual(many);
  });

  it('reports large matches in small batches', async () => {
    const { query } = world.alerts.analytics;
    const smaller = world.alerts.compose({
      analytics: {
        // A limit divided by 400, which stands for matches that are 400 times as large.
        query: (sql, params, { mostBytes } = {}) =>
          query(sql, params, mostBytes === undefined ? {} : { mostBytes: mostBytes / 400 }),
      },
    });
    await world.alerts.make(toReceiver());
    const sent = (message_id: string, length: number) => ({
      ...{ event: 'swap', message_id },
      properties: { text: 'x'.repeat(length) },
    });
    const large = ['a', 'b', 'c', 'd'].map((message_id) => sent(message_id, 8_000));
    await world.alerts.store([...large, sent('e', 30_000), sent('f', 10)]);
    await world.alerts.turn(smaller.job);
    expect(world.alerts.logLines.join()).not.toContain('Limit');
    expect(ids().sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    for (const { json } of world.receiver.received) {
      const isBounded = JSON.stringify(json.data).length <= 20_000;
      expect(isBounded || json.data.length === 1).toBe(true);
    }
  });

  it('reports only events of its own project, and none of bots', async () => {
    await world.alerts.make(toReceiver());
    await world.alerts.store([
      { event: 'swap', message_id: 'theirs', project: 'prj_2' },
      { event: 'swap', message_id: 'robot', context: { user_agent: 'Googlebot/2.1' } },
      { event: 'swap', message_id: 'ours' },
    ]);
    await world.alerts.turn();
    expect(ids()).toEqual(['ours']);
  });

  it('reports matches after an evaluation that failed', async () => {
    await world.alerts.make(toReceiver());
    await world.alerts.store([{ event: 'swap', message_id: 'kept' }]);
    const broken = world.alerts.compose({
      analytics: {
        query: async () => {
          throw new Error('away');
        },
      },
    });
    await world.alerts.turn(broken.job);
    expect(world.alerts.logLines.join()).toContain('could not be evaluated');
    await world.alerts.turn();
    expect(ids()).toEqual(['kept']);
  });
});

describe('a user alert', () => {
  it('reports wallets with new events that match by their current profile', async () => {
    await world.alerts.load('wallet_enrichment', [
      { wallet: wallet(11), net_worth_usd: 5_000, tx_count: 3 },
      { wallet: wallet(12), net_worth_usd: 10, tx_count: 3 },
      { wallet: wallet(13), net_worth_usd: 9_000, tx_count: 3 },
    ]);
    await world.alerts.make(
      users({
        trigger_filters: [{ name: 'net_worth_usd', operator: 'gte', numericThreshold: '5000' }],
      }),
    );
    await world.alerts.store([
      { address: wallet(11) },
      { address: wallet(12) },
      { user_id: 'nobody' },
    ]);
    await world.alerts.turn();
    expect(world.receiver.received[0]?.json.type).toBe('alert.user.triggered');
    expect(found()).toMatchObject([
      { address: expect.stringMatching(/0b$/i), net_worth_usd: 5_000, lifecycle: 'New' },
    ]);
  });

  it('reports a wallet once a day', async () => {
    await world.alerts.make(users());
    const come = async () => {
      await world.alerts.store([{ address: wallet(21) }]);
      await world.alerts.turn();
      return found().length;
    };
    expect(await come()).toBe(1);
    expect(await come()).toBe(1);
    world.alerts.clock.now += 24 * HOUR_MS;
    expect(await come()).toBe(2);
  });

  it('reports many wallets page by page', async () => {
    await world.alerts.make(users());
    const many = Array.from({ length: 7 }, (_, at) => wallet(100 + at));
    await world.alerts.store(many.map((address) => ({ address })));
    await world.alerts.turn();
    expect(
      found()
        .map(({ address }) => address.toLowerCase())
        .sort(),
    ).toEqual(many.sort());
  });
});

describe('a part of an address', () => {
  const evm = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
  const solana = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';

  it.each([
    ['startsWith', '0xd8dA6', [evm]],
    ['startsWith', '0XD8DA6', [evm]],
    ['endsWith', 'aA96045', [evm]],
    ['contains', 'AF9d7EE', [evm]],
    ['contains', 'D7', [evm]],
    ['contains', '9EPjH', [solana]],
    ['contains', '9epjh', []],
    ['eq', evm.toUpperCase(), [evm]],
    ['neq', evm.toLowerCase(), [solana]],
  ])('ignores letter case for EVM addresses only: %s %s', async (operator, value, wanted) => {
    const trigger_filters = [{ name: 'address', operator, value }];
    await world.alerts.make({ trigger_filters, ...toReceiver() });
    await world.alerts.make(users({ trigger_filters }));
    await world.alerts.store([{ address: evm }, { address: solana }]);
    await world.alerts.turn();
    const told = world.receiver.received.map(({ json }) => [json.type, json.data[0].address]);
    const types = ['alert.event.triggered', 'alert.user.triggered'];
    expect(told.sort()).toEqual(types.flatMap((type) => wanted.map((one) => [type, one])));
  });
});

it('an alert without recipients stores no deliveries', async () => {
  const { id } = await world.alerts.make();
  await world.alerts.store([{ event: 'swap' }]);
  await world.alerts.turn();
  expect(await world.alerts.deliveries(id)).toEqual([]);
});
