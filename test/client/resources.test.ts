// Every operation of the table of routes has a method, which sends the request that the table describes.
import { describe, expect, expectTypeOf, it } from 'vitest';
import { type Alert, Chaintrail, type Chart, type Profile } from '../../src/client/index.js';
import type { Route } from '../../src/protocol/route.js';
import { routes } from '../../src/protocol/routes.js';
import { ADDRESS, CALLS, CHART, PLACE } from './calls.js';
import { RANDOM_KEY } from './random-key.js';
import { json, scriptedServer } from './scripted-server.js';

const table: Readonly<Record<string, Route>> = routes;

const filled = (path: string): string =>
  path
    .replace('{address}', ADDRESS)
    .replace('{chain}', '1')
    .replace('{segmentId}', 'seg_1')
    .replace('{alertId}', 'alrt_1')
    .replace('{boardId}', PLACE.boardId)
    .replace('{chartId}', PLACE.chartId);

it('every operation has a method', () => {
  expect(Object.keys(CALLS).sort()).toEqual(Object.keys(table).sort());
});

it.each(Object.entries(CALLS))(
  '%s is sent as the table of routes describes it',
  async (operation, [call, search, body]) => {
    const route = table[operation];
    const server = scriptedServer(
      json({ data: [], meta: { total: 0, offset: 0 }, page: 1, has_more: false }),
    );
    const headers = { 'x-own': operation };
    await call(new Chaintrail({ apiKey: 'ct_key', fetch: server.fetch }), { headers });
    const [asked] = server.asked;
    expect(asked?.method).toBe(route?.method);
    expect(`${asked?.url.pathname}${asked?.url.search}`).toBe(
      `${filled(route?.path ?? '')}${search ?? ''}`,
    );
    expect(asked?.headers.get('x-own')).toBe(operation);
    expect(asked?.body !== undefined).toBe(route?.body !== undefined);
    if (body !== undefined) expect(asked?.body).toEqual(body);
    expect(asked?.headers.has('idempotency-key')).toBe(route?.idempotent === true);
    expect(asked?.headers.get('authorization')).toBe(
      `Bearer ${route?.credential.kind === 'write_key' ? 'wk' : 'ct_key'}`,
    );
  },
);

describe('a write', () => {
  it('has one idempotency key for all its attempts, and the next write another', async () => {
    const again = new Response('', { status: 503, headers: { 'retry-after': '0' } });
    const server = scriptedServer(again, again, json({}));
    const client = new Chaintrail({ apiKey: 'k', fetch: server.fetch });
    await client.boards.create({ title: 'a' });
    await client.boards.create({ title: 'a' });
    const keys = server.asked.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(RANDOM_KEY);
    expect(keys.slice(0, 3)).toEqual(Array(3).fill(keys[0]));
    expect(keys[3]).not.toBe(keys[0]);
  });

  it('uses the key that the caller gives, or the idempotencyKey option generates', async () => {
    const server = scriptedServer(json({}));
    const client = new Chaintrail({
      apiKey: 'k',
      fetch: server.fetch,
      idempotencyKey: () => 'made',
    });
    await client.boards.create({ title: 'a' });
    await client.boards.create({ title: 'a' }, { idempotencyKey: 'mine' });
    expect(server.asked.map(({ headers }) => headers.get('idempotency-key'))).toEqual([
      'made',
      'mine',
    ]);
  });
});

it('events keep their message_id in all attempts, so that a retry after a lost answer counts once', async () => {
  const server = scriptedServer(new TypeError('cut'), json({}));
  const event = { type: 'page', channel: 'server', version: '0' } as const;
  const { events } = new Chaintrail({ apiKey: 'k', fetch: server.fetch });
  await events.ingest([event, { ...event, message_id: 'mine' }], { writeKey: 'wk' });
  const [first, second] = server.asked.map(({ body }) => body);
  expect(first).toEqual([
    { ...event, message_id: expect.any(String) },
    { ...event, message_id: 'mine' },
  ]);
  expect(second).toEqual(first);
});

it('a profile is read with and without the data envelope', async () => {
  const profile = { address: ADDRESS, net_worth_usd: 1 };
  for (const answer of [profile, { isSuccess: true, data: profile }]) {
    const { fetch } = scriptedServer(json(answer));
    expect(await new Chaintrail({ apiKey: 'k', fetch }).profiles.retrieve(ADDRESS)).toEqual(
      profile,
    );
  }
});

it.each(['', '.', '..'])('an id %j is refused before anything is sent', async (id) => {
  const server = scriptedServer(json({}));
  const client = new Chaintrail({ apiKey: 'k', fetch: server.fetch });
  await expect(client.boards.retrieve(id)).rejects.toThrow(/^boardId is /);
  expect(server.asked).toEqual([]);
});

it('an id is encoded as one segment of the path', async () => {
  const server = scriptedServer(json({}));
  await new Chaintrail({ apiKey: 'k', fetch: server.fetch }).boards.retrieve('a/b?c#d');
  expect(server.asked[0]?.url.pathname).toBe('/v0/boards/a%2Fb%3Fc%23d');
});

it('types allow unknown enum values in answers, but not in requests', () => {
  expectTypeOf<Profile['lifecycle']>().extract<'New'>().toEqualTypeOf<'New'>();
  const later: Profile['lifecycle'] = 'A stage of a later release';
  const kind: Chart['chart_type'] = 'sankey';
  const state: Alert['status'] = 'paused';
  expect([later, kind, state]).toHaveLength(3);
  const use = (client: Chaintrail) =>
    // @ts-expect-error: this release would refuse it.
    client.charts.create('brd_1', { ...CHART, chart_type: 'sankey' });
  expectTypeOf(use).parameter(0).toEqualTypeOf<Chaintrail>();
});

it('the types of answers and queries come from the table of routes', () => {
  const use = async (client: Chaintrail) => {
    const { data } = await client.analytics.topEvents();
    expectTypeOf(data[0]?.hits).toEqualTypeOf<number | undefined>();
    const board = await client.boards.create({ title: 'a' });
    expectTypeOf(board.public_path).toEqualTypeOf<string | null>();
    expectTypeOf(await client.boards.delete('a')).toEqualTypeOf<void>();
    for await (const wallet of client.profiles.search()) {
      expectTypeOf(wallet.address).toEqualTypeOf<string>();
    }
    // @ts-expect-error: the wallet is required.
    await client.analytics.revenueTimeseries();
    // @ts-expect-error: no such column.
    await client.analytics.topSources({ metric_column: 'colour' });
  };
  expectTypeOf(use).parameter(0).toEqualTypeOf<Chaintrail>();
});
