// One call of the client for each operation of the API, with the request that it has to send.
import type { CallOptions, Chaintrail } from '../../src/client/index.js';
import type { ProfileSearch } from '../../src/client/resources/profiles.js';

export const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const STEPS = [
  { type: 'event', event: 'page' },
  { type: 'track', event: 'swap' },
] as const;
export const CHART = { chart_type: 'number', title: 't', query: 'SELECT 1' } as const;
const ALERT = {
  name: 'a',
  trigger_type: 'event' as const,
  trigger_filters: [{ name: 'event', value: 'swap' }],
};
const CONTRACT = { name: 'n', chain: 1, address: ADDRESS, abi: '[]', events: [] };
const VIP = { tag_id: 'vip' };
const WALLETS = { addresses: [ADDRESS], writeKey: 'wk' };
const DAYS = { date_from: '2026-01-01', date_to: '2026-01-31' };
const SEARCH = {
  conditions: [{ field: 'revenue', op: 'gt', value: 1 }],
  logic: 'and',
} as unknown as ProfileSearch;
const IN = { project_id: 'prj_1' };
const SAID = '?project_id=prj_1';
export const PLACE = { boardId: 'brd_1', chartId: 'cht_1' };

/** By operation: the call, the expected query string, and the expected body where a test compares it. */
export const CALLS: Readonly<
  Record<
    string,
    readonly [
      call: (client: Chaintrail, options: CallOptions) => Promise<unknown>,
      search?: string,
      body?: unknown,
    ]
  >
> = {
  ingestEvents: [({ events }, o) => events.ingest([], { writeKey: 'wk', ...o }), '', []],
  topSources: [
    ({ analytics }, o) => analytics.topSources({ metric_column: 'ref' }, o),
    '?metric_column=ref',
  ],
  topEvents: [({ analytics }, o) => analytics.topEvents({ limit: 5 }, o), '?limit=5'],
  topPages: [({ analytics }, o) => analytics.topPages({ filters: [] }, o)],
  topLocations: [({ analytics }, o) => analytics.topLocations({}, o)],
  topWallets: [({ analytics }, o) => analytics.topWallets({}, o)],
  topChains: [({ analytics }, o) => analytics.topChains({}, o)],
  eventTimeseries: [
    ({ analytics }, o) => analytics.eventTimeseries({ exclude: ['page', 'detect'] }, o),
    '?exclude=page%2Cdetect',
  ],
  revenueOverview: [
    ({ analytics }, o) => analytics.revenueOverview({ include_previous_period: true }, o),
    '?include_previous_period=true',
  ],
  revenueTimeseries: [
    ({ analytics }, o) => analytics.revenueTimeseries({ address: ADDRESS }, o),
    `?address=${ADDRESS}`,
  ],
  kpis: [
    ({ analytics }, o) => analytics.kpis({ date_from: '2026-01-01' }, o),
    '?date_from=2026-01-01',
  ],
  funnel: [
    ({ analytics }, o) => analytics.funnel({ steps: STEPS }, o),
    `?${new URLSearchParams({ steps: JSON.stringify(STEPS) })}`,
  ],
  retention: [({ analytics }, o) => analytics.retention({ period: 'week' }, o), '?period=week'],
  lifecycle: [({ analytics }, o) => analytics.lifecycle({}, o)],
  flow: [({ analytics }, o) => analytics.flow({}, o)],
  searchProfiles: [
    ({ profiles }, o) =>
      profiles.search({ ...SEARCH, order_by: 'revenue', expand: ['apps', 'x'] }, o),
    '?order_by=revenue&expand=apps%2Cx',
    SEARCH,
  ],
  getProfile: [
    ({ profiles }, o) => profiles.retrieve(ADDRESS, { expand: 'apps' }, o),
    '?expand=apps',
  ],
  deleteProfile: [
    ({ profiles }, o) => profiles.delete(ADDRESS, { linked: true }, o),
    '?linked=true',
  ],
  forgetPerson: [
    ({ profiles }, o) => profiles.forget({ user_id: 'u', ...IN }, o),
    SAID,
    { user_id: 'u' },
  ],
  upsertLabels: [({ profiles }, o) => profiles.labels.upsert(ADDRESS, VIP, IN, o), SAID, VIP],
  deleteLabel: [
    ({ profiles }, o) => profiles.labels.delete(ADDRESS, { ...VIP, ...IN }, o),
    SAID,
    VIP,
  ],
  importWallets: [(client, o) => client.import.create(WALLETS, o), '', WALLETS],
  runQuery: [
    ({ query }, o) => query.run('SELECT 1', { ...DAYS, ...o }),
    '',
    { query: 'SELECT 1', ...DAYS },
  ],
  askChat: [
    ({ chat }, o) => chat.ask('How many?', { history: [] }, o),
    '',
    { message: 'How many?', history: [] },
  ],
  listAlerts: [({ alerts }, o) => alerts.list({ size: 7 }, o), '?size=7'],
  createAlert: [({ alerts }, o) => alerts.create(ALERT, o), '', ALERT],
  retrieveAlert: [({ alerts }, o) => alerts.retrieve('alrt_1', o)],
  updateAlert: [({ alerts }, o) => alerts.update('alrt_1', { status: 'inactive' }, o)],
  replaceAlert: [({ alerts }, o) => alerts.replace('alrt_1', ALERT, o), '', ALERT],
  deleteAlert: [({ alerts }, o) => alerts.delete('alrt_1', o)],
  testAlert: [({ alerts }, o) => alerts.test('alrt_1', o)],
  listAlertDeliveries: [
    ({ alerts }, o) => alerts.deliveries('alrt_1', { status: 'failed' }, o),
    '?status=failed',
  ],
  listBoards: [({ boards }, o) => boards.list({ size: 7 }, o), '?size=7'],
  createBoard: [({ boards }, o) => boards.create({ title: 't', ...IN }, o), SAID, { title: 't' }],
  retrieveBoard: [({ boards }, o) => boards.retrieve('brd_1', o)],
  updateBoard: [({ boards }, o) => boards.update('brd_1', { isPublic: true }, o)],
  deleteBoard: [({ boards }, o) => boards.delete('brd_1', o)],
  listCharts: [
    ({ charts }, o) => charts.list('brd_1', { include: 'results' }, o),
    '?include=results',
  ],
  createChart: [({ charts }, o) => charts.create('brd_1', CHART, o), '', CHART],
  previewChart: [
    ({ charts }, o) => charts.preview('brd_1', { ...CHART, ...DAYS }, o),
    `?${new URLSearchParams(DAYS)}`,
    CHART,
  ],
  retrieveChart: [
    ({ charts }, o) => charts.retrieve(PLACE, { include: 'results' }, o),
    '?include=results',
  ],
  replaceChart: [({ charts }, o) => charts.replace(PLACE, CHART, o), '', CHART],
  listContracts: [({ contracts }, o) => contracts.list({ page: 2 }, o), '?page=2'],
  createContract: [
    ({ contracts }, o) => contracts.create({ ...CONTRACT, ...IN }, o),
    SAID,
    CONTRACT,
  ],
  retrieveContract: [({ contracts }, o) => contracts.retrieve({ chain: 1, address: ADDRESS }, o)],
  replaceContract: [
    ({ contracts }, o) => contracts.replace({ ...CONTRACT, ...IN }, o),
    SAID,
    CONTRACT,
  ],
  deleteContract: [({ contracts }, o) => contracts.delete({ chain: 1, address: ADDRESS }, o)],
  listSegments: [({ segments }, o) => segments.list({ page: 2 }, o), '?page=2'],
  createSegment: [
    ({ segments }, o) => segments.create({ name: 's', ...IN }, o),
    SAID,
    { name: 's' },
  ],
  retrieveSegment: [({ segments }, o) => segments.retrieve('seg_1', o)],
  deleteSegment: [({ segments }, o) => segments.delete('seg_1', o)],
  deleteChart: [({ charts }, o) => charts.delete(PLACE, o)],
  retrieveKey: [({ key }, o) => key.retrieve(o)],
};
