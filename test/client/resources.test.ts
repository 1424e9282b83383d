// Every operation of the table of routes has a method, which sends what the operation takes.
import { describe, expect, expectTypeOf, it } from 'vitest';
import { type Alert, Chaintrail, type Chart, type Profile } from '../../src/client/index.js';
import type { Route } from '../../src/protocol/route.js';
import { routes } from '../../src/protocol/routes.js';
import { RANDOM_KEY } from './random-key.js';
import { json, scriptedServer } from './scripted-server.js';

const table: Readonly<Record<string, Route>> = routes;

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const STEPS = [
  { type: 'event', event: 'page' },
  { type: 'track', event: 'swap' },
] as const;
const CHART = { chart_type: 'number', title: 't', query: 'SELECT 1' } as const;
const ALERT = {
  name: 'a',
  trigger_type: 'event' as const,
  trigger_filters: [{ name: 'event', value: 'swap' }],
};
const CONTRACT = { name: 'n', chain: 1, address: ADDRESS, abi: '[]', events: [] };
const PLACE = { boardId: 'brd_1', chartId: 'cht_1' };

/** A call of each operation, and the rest of its address. */
const CALLS: Readonly<
  Record<string, readonly [call: (client: Chaintrail) => Promise<unknown>, search?: string]>
> = {
  ingestEvents: [({ events }) => events.ingest([], { writeKey: 'wk' })],
  topSources: [
    ({ analytics }) => analytics.topSources({ metric_column: 'ref' }),
    '?metric_column=ref',
  ],
  topEvents: [({ analytics }) => analytics.topEvents({ limit: 5 }), '?limit=5'],
  topPages: [({ analytics }) => analytics.topPages({ filters: [] })],
  topLocations: [({ analytics }) => analytics.topLocations()],
  topWallets: [({ analytics }) => analytics.topWallets()],
  topChains: [({ analytics }) => analytics.topChains()],
  eventTimeseries: [
    ({ analytics }) => analytics.eventTimeseries({ exclude: ['page', 'detect'] }),
    '?exclude=page%2Cdetect',
  ],
  revenueOverview: [
    ({ analytics }) => analytics.revenueOverview({ include_previous_period: true }),
    '?include_previous_period=true',
  ],
  revenueTimeseries: [
    ({ analytics }) => analytics.revenueTimeseries({ address: ADDRESS }),
    `?address=${ADDRESS}`,
  ],
  kpis: [({ analytics }) => analytics.kpis({ date_from: '2026-01-01' }), '?date_from=2026-01-01'],
  funnel: [
    ({ analytics }) => analytics.funnel({ steps: STEPS }),
    `?${new URLSearchParams({ steps: JSON.stringify(STEPS) })}`,
  ],
  retention: [({ analytics }) => analytics.retention({ period: 'week' }), '?period=week'],
  lifecycle: [({ analytics }) => analytics.lifecycle()],
  flow: [({ analytics }) => analytics.flow()],
  searchProfiles: [
    ({ profiles }) => profiles.search({ expand: ['labels', 'apps'], order_by: 'revenue' }),
    '?expand=labels%2Capps&order_by=revenue',
  ],
  getProfile: [({ profiles }) => profiles.retrieve(ADDRESS)],
  deleteProfile: [({ profiles }) => profiles.delete(ADDRESS, { linked: true }), '?linked=true'],
  forgetPerson: [({ profiles }) => profiles.forget({ user_id: 'u' })],
  upsertLabels: [({ profiles }) => profiles.labels.upsert(ADDRESS, { tag_id: 'vip' })],
  deleteLabel: [
    ({ profiles }) => profiles.labels.delete(ADDRESS, { tag_id: 'vip', project_id: 'prj_1' }),
    '?project_id=prj_1',
  ],
  importWallets: [(client) => client.import.create({ addresses: [ADDRESS], writeKey: 'wk' })],
  runQuery: [({ query }) => query.run('SELECT 1')],
  askChat: [({ chat }) => chat.ask('How many?')],
  listAlerts: [({ alerts }) => alerts.list({ size: 7 }), '?size=7'],
  createAlert: [({ alerts }) => alerts.create(ALERT)],
  retrieveAlert: [({ alerts }) => alerts.retrieve('alrt_1')],
  updateAlert: [({ alerts }) => alerts.update('alrt_1', { status: 'inactive' })],
  replaceAlert: [({ alerts }) => alerts.replace('alrt_1', ALERT)],
  deleteAlert: [({ alerts }) => alerts.delete('alrt_1')],
  testAlert: [({ alerts }) => alerts.test('alrt_1')],
  listAlertDeliveries: [
    ({ alerts }) => alerts.deliveries('alrt_1', { status: 'failed' }),
    '?status=failed',
  ],
  listBoards: [({ boards }) => boards.list({ size: 7 }), '?size=7'],
  createBoard: [({ boards }) => boards.create({ title: 't' })],
  retrieveBoard: [({ boards }) => boards.retrieve('brd_1')],
  updateBoard: [({ boards }) => boards.update('brd_1', { isPublic: true })],
  deleteBoard: [({ boards }) => boards.delete('brd_1')],
  listCharts: [({ charts }) => charts.list('brd_1', { include: 'results' }), '?include=results'],
  createChart: [({ charts }) => charts.create('brd_1', CHART)],
  previewChart: [
    ({ charts }) => charts.preview('brd_1', { ...CHART, date_from: '2026-01-01' }),
    '?date_from=2026-01-01',
  ],
  retrieveChart: [({ charts }) => charts.retrieve(PLACE)],
  replaceChart: [({ charts }) => charts.replace(PLACE, CHART)],
  listContracts: [({ contracts }) => contracts.list({ page: 2 }), '?page=2'],
  createContract: [({ contracts }) => contracts.create(CONTRACT)],
  retrieveContract: [({ contracts }) => contracts.retrieve({ chain: 1, address: ADDRESS })],
  replaceContract: [
    ({ contracts }) => contracts.replace({ ...CONTRACT, project_id: 'prj_1' }),
    '?project_id=prj_1',
  ],
  deleteContract: [({ contracts }) => contracts.delete({ chain: 1, address: ADDRESS })],
  listSegments: [({ segments }) => segments.list({ page: 2 }), '?page=2'],
  createSegment: [({ segments }) => segments.create({ name: 's' })],
  retrieveSegment: [({ segments }) => segments.retrieve('seg_1')],
  deleteSegment: [({ segments }) => segments.delete('seg_1')],
  deleteChart: [({ charts }) => charts.delete(PLACE)],
  retrieveKey: [({ key }) => key.retrieve()],
};

const filled = (path: string): string =>
  path
    .replace('{address}', ADDRESS)
    .replace('{chain}', '1')
    .replace('{segmentId}', 'seg_1')
    .replace('{alertId}', 'alrt_1')
    .replace('{boardId}', PLACE.boardId)
    .replace('{chartId}', PLACE.chartId);

it('no operation is without a method', () => {
  expect(Object.keys(CALLS).sort()).toEqual(Object.keys(table).sort());
});

it.each(Object.entries(CALLS))(
  '%s is sent as the table says',
  async (operation, [call, search]) => {
    const route = table[operation];
    const server = scriptedServer(
      json({ data: [], meta: { total: 0, offset: 0 }, page: 1, has_more: false }),
    );
    await call(new Chaintrail({ apiKey: 'ct_key', fetch: server.fetch }));
    const [asked] = server.asked;
    expect(asked?.method).toBe(route?.method);
    expect(`${asked?.url.pathname}${asked?.url.search}`).toBe(
      `${filled(route?.path ?? '')}${search ?? ''}`,
    );
    expect(asked?.body !== undefined).toBe(route?.body !== undefined);
    expect(asked?.headers.has('idempotency-key')).toBe(route?.idempotent === true);
    expect(asked?.headers.get('authorization')).toBe(
      `Bearer ${route?.credential.kind === 'write_key' ? 'wk' : 'ct_key'}`,
    );
  },
);

describe('a write', () => {
  it('has one idempotency key for all its attempts, another for the next', async () => {
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

  it('takes a key of the caller, or of the caller’s own maker', async () => {
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

it('events are named once for all attempts, so that one whose answer was lost counts once', async () => {
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

it('a preview sends its days in the address, and the chart alone in the body', async () => {
  const server = scriptedServer(json({ data: [], meta: [], rows: 0 }));
  const days = { date_from: '2026-01-01', date_to: '2026-01-31' };
  const { charts } = new Chaintrail({ apiKey: 'k', fetch: server.fetch });
  await charts.preview('brd_1', { ...CHART, ...days });
  const [asked] = server.asked;
  expect(asked?.url.search).toBe(`?${new URLSearchParams(days)}`);
  expect(asked?.body).toEqual(CHART);
});

it('a profile is taken bare and wrapped', async () => {
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

it('an id stays one segment', async () => {
  const server = scriptedServer(json({}));
  await new Chaintrail({ apiKey: 'k', fetch: server.fetch }).boards.retrieve('a/b?c#d');
  expect(server.asked[0]?.url.pathname).toBe('/v0/boards/a%2Fb%3Fc%23d');
});

it('enums of answers are open, those of questions are not', () => {
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

it('answers and queries are typed by the table', () => {
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
