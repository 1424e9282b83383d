// Which arguments of a method go into the body of the request, and which into its query string.
import { expect, it } from 'vitest';
import {
  type Alert,
  Chaintrail,
  type Chart,
  type Contract,
  type Segment,
} from '../../src/client/index.js';
import { json, scriptedServer } from './scripted-server.js';

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const CONTRACT = { name: 'n', chain: 1, address: ADDRESS, abi: '[]', events: [] };
const CONDITIONS = [{ field: 'users.tx_count', op: 'gt' as const, value: 1 }];
const HISTORY = [{ role: 'user' as const, content: 'How many?' }];
const DAYS = { date_from: '2026-01-01', date_to: '2026-01-31' };
const PAGE = { type: 'page', channel: 'server', version: '0' } as const;
const project_id = 'prj_1';
const IN_PROJECT = '?project_id=prj_1';

it.each<[string, (client: Chaintrail) => Promise<unknown>, body: unknown, search?: string]>([
  ['a board', (c) => c.boards.create({ title: 't', project_id }), { title: 't' }, IN_PROJECT],
  ['a segment', (c) => c.segments.create({ name: 's', project_id }), { name: 's' }, IN_PROJECT],
  [
    'a contract that replaces another',
    (c) => c.contracts.replace({ ...CONTRACT, project_id }),
    CONTRACT,
    IN_PROJECT,
  ],
  [
    'the deletion of a label',
    (c) => c.profiles.labels.delete(ADDRESS, { tag_id: 'vip', chain_id: '1', project_id }),
    { tag_id: 'vip', chain_id: '1' },
    IN_PROJECT,
  ],
  [
    'the deletion of a person',
    (c) => c.profiles.forget({ user_id: 'u', linked: true, project_id }),
    { user_id: 'u', linked: true },
    IN_PROJECT,
  ],
  [
    'a search',
    (c) => c.profiles.search({ conditions: CONDITIONS, logic: 'or', limit: 5 }),
    { conditions: CONDITIONS, logic: 'or' },
    '?limit=5',
  ],
  [
    'a question in words',
    (c) => c.chat.ask('And today?', { history: HISTORY }),
    { message: 'And today?', history: HISTORY },
  ],
  ['a query', (c) => c.query.run('SELECT 1', DAYS), { query: 'SELECT 1', ...DAYS }],
  [
    'a single event with a null message_id, sent as a list and with a new id',
    (c) => c.events.ingest({ ...PAGE, message_id: null } as never, { writeKey: 'wk' }),
    [{ ...PAGE, message_id: expect.any(String) }],
  ],
])('%s', async (_, call, body, search = '') => {
  const server = scriptedServer(json({ data: [], meta: { total: 0, offset: 0 } }));
  await call(new Chaintrail({ apiKey: 'k', fetch: server.fetch }));
  expect(server.asked).toMatchObject([{ url: { search } }]);
  expect(server.asked[0]?.body).toEqual(body);
});

/**
 * Arguments declared `as const`: TypeScript does not assign a readonly list to a parameter whose type
 * is a mutable one, so each method has to accept readonly lists.
 */
const ARE_NEW = [{ field: 'users.lifecycle', op: 'in', value: ['New', 'Returning'] }] as const;
const LABELS = [{ tag_id: 'vip' }] as const;
const LOGS = [{ name: 'T' }] as const;
const MINTED = { type: 'track', event: 'minted' } as const;
const STEPS = [
  { type: 'event', event: 'page', filters: [{ field: 'device', op: 'in', value: ['mobile'] }] },
  { ...MINTED, events: [{ type: 'track', event: 'bought' }] },
] as const;
const FUNNEL = {
  chart_type: 'funnel',
  title: 'f',
  steps: STEPS,
  settings: { filters: [{ field: 'os', op: 'eq', value: 'ios' }] },
} as const;
const LINES = { chart_type: 'line', title: 'l', query: 'Q', x_axis: 'd', y_axis: ['n'] } as const;
const ALERT = {
  name: 'a',
  trigger_type: 'event',
  trigger_filters: [{ name: 'event', value: 'minted' }],
  recipient: [{ type: 'email', value: ['team@example.com'] }],
} as const;
const ALERT_ANSWERED = { ...ALERT, id: 'alrt_1', status: 'active', has_secret: false };
const CHART_ANSWERED = { ...LINES, id: 'cht_1', project_id: 'prj_1', group_by: null };
const alertAnswered = Promise.resolve(ALERT_ANSWERED as unknown as Alert);
const chartAnswered = Promise.resolve(CHART_ANSWERED as unknown as Chart);
const CONTRACT_ANSWERED = {
  ...CONTRACT,
  events: [{ ...LOGS[0], type: 'event' }],
  read_error: null,
};
const contractAnswered = Promise.resolve(CONTRACT_ANSWERED as unknown as Contract);
const SEGMENT_ANSWERED = { id: 'seg_1', name: 's', conditions: ARE_NEW, behaviors: STEPS };
const segmentAnswered = Promise.resolve(SEGMENT_ANSWERED as unknown as Segment);
const PLACE = { boardId: 'brd_1', chartId: 'cht_1' };

it.each<[string, (client: Chaintrail) => Promise<unknown>, body: unknown]>([
  ['labels', (c) => c.profiles.labels.upsert(ADDRESS, LABELS), LABELS],
  ['a search', (c) => c.profiles.search({ conditions: ARE_NEW }), { conditions: ARE_NEW }],
  [
    'a segment',
    (c) => c.segments.create({ name: 's', conditions: ARE_NEW, behaviors: STEPS }),
    { name: 's', conditions: ARE_NEW, behaviors: STEPS },
  ],
  ['a funnel', (c) => c.charts.create('brd_1', FUNNEL), FUNNEL],
  ['a line chart', (c) => c.charts.replace(PLACE, LINES), LINES],
  ['a chart preview', (c) => c.charts.preview('brd_1', LINES), LINES],
  ['an alert', (c) => c.alerts.create(ALERT), ALERT],
  [
    'a change of an alert',
    (c) => c.alerts.update('alrt_1', { recipient: ALERT.recipient }),
    { recipient: ALERT.recipient },
  ],
  [
    'a retrieved alert with one field changed',
    async (c) => c.alerts.replace('alrt_1', { ...(await alertAnswered), name: 'b' }),
    { ...ALERT_ANSWERED, name: 'b' },
  ],
  [
    'a retrieved chart with one field changed',
    async (c) => c.charts.replace(PLACE, { ...(await chartAnswered), title: 'm' }),
    { ...CHART_ANSWERED, title: 'm' },
  ],
  [
    'a contract that was answered, with a change',
    async (c) => c.contracts.replace({ ...(await contractAnswered), name: 'm' }),
    { ...CONTRACT_ANSWERED, name: 'm' },
  ],
  [
    'a copy of a segment, with a change',
    async (c) => c.segments.create({ ...(await segmentAnswered), name: 't' }),
    { ...SEGMENT_ANSWERED, name: 't' },
  ],
  ['an alert that replaces another', (c) => c.alerts.replace('alrt_1', ALERT), ALERT],
  [
    'a contract',
    (c) => c.contracts.create({ ...CONTRACT, events: LOGS }),
    { ...CONTRACT, events: LOGS },
  ],
  [
    'wallets',
    (c) => c.import.create({ addresses: [ADDRESS] as const, writeKey: 'wk' }),
    { addresses: [ADDRESS], writeKey: 'wk' },
  ],
])('accepts readonly constants for %s', async (_, call, body) => {
  const server = scriptedServer(json({ data: [], meta: { total: 0, offset: 0 } }));
  await call(new Chaintrail({ apiKey: 'k', fetch: server.fetch }));
  expect(server.asked[0]?.body).toEqual(body);
});

it('accepts readonly constants for the steps and filters of analytics', async () => {
  const server = scriptedServer(json({ data: [] }), json({ data: [] }));
  const client = new Chaintrail({ apiKey: 'k', fetch: server.fetch });
  const filters = [{ field: 'device', op: 'in', value: ['mobile'] }] as const;
  await client.analytics.funnel({ steps: STEPS, filters });
  await client.analytics.flow({ start: STEPS[1] });
  expect(
    server.asked.map(({ url }) => url.searchParams.get('steps') ?? url.searchParams.get('start')),
  ).toEqual([STEPS, STEPS[1]].map((steps) => JSON.stringify(steps)));
});
