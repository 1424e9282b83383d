// An example call of each operation: shown by the API's description, and run by its tests.
import type { Operation, RouteInput } from './routes.js';

/**
 * An example call. A value that only its reader has stays open: `{boardId}` in the path,
 * `WRITE_KEY` in the body.
 */
export interface Example<O extends Operation> {
  readonly params?: Partial<RouteInput<O>['params']>;
  readonly query?: Partial<RouteInput<O>['query']>;
  readonly body?: RouteInput<O>['body'];
}

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const DAYS = { date_from: '2026-01-01', date_to: '2026-01-31' };
const STEPS = JSON.stringify([
  { type: 'event', event: 'page' },
  { type: 'event', event: 'connect' },
  { type: 'track', event: 'swap' },
]);
const MOBILE = JSON.stringify([{ field: 'device', op: 'eq', value: 'mobile' }]);

const CONTRACT = {
  name: 'USDC',
  chain: 1,
  address: TOKEN,
  abi: '[{"type":"event","name":"Transfer","inputs":[{"name":"from","type":"address","indexed":true},{"name":"to","type":"address","indexed":true},{"name":"value","type":"uint256"}]}]',
  events: [{ name: 'Transfer' }],
};
const CHART = {
  chart_type: 'line',
  title: 'Visitors a day',
  query:
    "SELECT toDate(timestamp) AS day, uniqExactIf(anonymous_id, anonymous_id != '') AS visitors FROM events WHERE day BETWEEN {date_from} AND {date_to} GROUP BY day ORDER BY day",
  x_axis: 'day',
  y_axis: ['visitors'],
} as const;
const ALERT = {
  name: 'Whales',
  trigger_type: 'user',
  trigger_filters: [
    { name: 'net_worth_usd', operator: 'gte', value: '', numericThreshold: '100000' },
  ],
  recipient: [{ type: 'webhook', value: ['https://example.com/hook'] }],
  secret: 'a long random text',
} as const;

export const EXAMPLES = {
  ingestEvents: {
    body: [
      {
        type: 'track',
        channel: 'web',
        version: '0',
        anonymous_id: '018f4e6a-7c1b-7000-8000-000000000000',
        event: 'swap',
        address: ADDRESS,
        properties: { volume: 250, revenue: 1.5, currency: 'USD' },
        context: { page_url: 'https://app.example.org/swap', page_path: '/swap' },
        message_id: '018f4e6a-7c1b-7000-8000-000000000001',
      },
    ],
  },
  topSources: { query: { ...DAYS, metric_column: 'utm_source' } },
  topEvents: { query: { ...DAYS, type: 'custom' } },
  topPages: { query: { ...DAYS, filters: MOBILE } },
  topLocations: { query: { ...DAYS, limit: 10 } },
  topWallets: { query: { ...DAYS, order_by: 'revenue' } },
  topChains: { query: DAYS },
  eventTimeseries: { query: { ...DAYS, group_by: 'channel_type', exclude: 'detect,chain' } },
  revenueOverview: { query: { ...DAYS, group_by: 'utm_source', include_previous_period: true } },
  revenueTimeseries: { query: { ...DAYS, address: ADDRESS } },
  kpis: { query: { ...DAYS, include_previous_period: true } },
  funnel: { query: { ...DAYS, steps: STEPS, conversion_window: '{"value":1,"unit":"day"}' } },
  retention: { query: { ...DAYS, period: 'week', entry: '{"type":"event","event":"connect"}' } },
  lifecycle: { query: { ...DAYS, period: 'week' } },
  flow: { query: { ...DAYS, start: '{"type":"event","event":"page"}', max_steps: 4 } },
  runQuery: {
    body: {
      query:
        'SELECT event, count() AS hits FROM events WHERE toDate(timestamp) BETWEEN {date_from} AND {date_to} GROUP BY event ORDER BY hits DESC',
      ...DAYS,
    },
  },
  searchProfiles: {
    query: { order_by: 'revenue', expand: 'labels,chains' },
    body: {
      conditions: [
        { field: 'users.first_utm_source', op: 'eq', value: 'x' },
        { field: 'users.revenue', op: 'gt', value: 100 },
      ],
      logic: 'and',
    },
  },
  getProfile: { params: { address: ADDRESS }, query: { expand: 'labels,tokens' } },
  deleteProfile: { params: { address: ADDRESS }, query: { linked: true } },
  forgetPerson: { body: { user_id: 'user-1', linked: true } },
  upsertLabels: {
    params: { address: ADDRESS },
    body: [{ tag_id: 'vip', value: 'gold' }, { tag_id: 'team.beta' }],
  },
  deleteLabel: { params: { address: ADDRESS }, body: { tag_id: 'vip' } },
  importWallets: { body: { addresses: [ADDRESS], writeKey: 'WRITE_KEY' } },
  listBoards: { query: { page: 1, size: 20 } },
  createBoard: { body: { title: 'Growth', description: 'What the team looks at on Mondays' } },
  retrieveBoard: {},
  updateBoard: { body: { isPublic: true } },
  deleteBoard: {},
  listCharts: { query: { include: 'results', ...DAYS } },
  createChart: { body: { ...CHART, y_axis: [...CHART.y_axis] } },
  retrieveChart: { query: { include: 'results', ...DAYS } },
  replaceChart: { body: { ...CHART, y_axis: [...CHART.y_axis], title: 'Visitors' } },
  deleteChart: {},
  previewChart: {
    query: DAYS,
    body: { chart_type: CHART.chart_type, title: CHART.title, query: CHART.query },
  },
  listContracts: { query: { page: 1 } },
  createContract: { body: CONTRACT },
  retrieveContract: { params: { chain: '1', address: TOKEN } },
  replaceContract: {
    params: { chain: '1', address: TOKEN },
    body: { ...CONTRACT, name: 'USD Coin' },
  },
  deleteContract: { params: { chain: '1', address: TOKEN } },
  listSegments: { query: { page: 1 } },
  createSegment: {
    body: {
      name: 'Swapped twice in a month',
      conditions: [{ field: 'users.net_worth_usd', op: 'gt', value: 1_000 }],
      behaviors: [{ type: 'track', event: 'swap', count: 2, days: 30 }],
    },
  },
  retrieveSegment: {},
  deleteSegment: {},
  askChat: { body: { message: 'Which campaigns brought wallets that swapped?' } },
  listAlerts: { query: { page: 1 } },
  createAlert: {
    body: {
      ...ALERT,
      trigger_filters: [...ALERT.trigger_filters],
      recipient: ALERT.recipient.map((one) => ({ ...one, value: [...one.value] })),
    },
  },
  retrieveAlert: {},
  updateAlert: { body: { status: 'inactive' } },
  replaceAlert: {
    body: {
      ...ALERT,
      name: 'Bigger whales',
      trigger_filters: [{ ...ALERT.trigger_filters[0], numericThreshold: '1000000' }],
      recipient: ALERT.recipient.map((one) => ({ ...one, value: [...one.value] })),
    },
  },
  deleteAlert: {},
  testAlert: {},
  listAlertDeliveries: { query: { status: 'failed' } },
  retrieveKey: {},
} as const satisfies { readonly [O in Operation]: Example<O> };
