// A preview runs a chart without saving it, in the same way as a saved one, over the project of its board.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Scope } from '../../../src/protocol/scopes.js';
import { createCleanup } from '../../support/cleanup.js';
import { makeBoard, startBoards } from './boards-under-test.js';

const cleanUp = createCleanup();
let boards: Awaited<ReturnType<typeof startBoards>>;
let path: string;

beforeAll(async () => {
  boards = await startBoards();
  cleanUp(boards.close);
  path = await makeBoard(boards, 'prj_2');
});

beforeEach(() => {
  boards.asked.length = 0;
});

const QUERY = 'SELECT count() AS hits FROM events';
const SQL = { chart_type: 'table', title: 't', query: QUERY };
const STEPS = [
  { type: 'event', event: 'page' },
  { type: 'track', event: 'swap' },
];
const OF_USERS = [{ field: 'os', op: 'eq', value: 'ios' }];
const DAYS = { date_from: '2026-01-01', date_to: '2026-01-31' };
const ROWS = { data: [{ hits: 3 }], meta: [{ name: 'hits', type: 'UInt64' }], rows: 1 };

const preview = (body: object, query: Readonly<Record<string, string>> = {}, at = path) =>
  boards.call('POST', `${at}/preview?${new URLSearchParams(query)}`, { body });

it.each(['table', 'number', 'bar', 'line', 'stacked', 'pie'])(
  'a %s runs its SQL over the project of the board, also without axes',
  async (type) => {
    const answer = await preview({ ...SQL, chart_type: type }, DAYS);
    expect(answer).toEqual({ status: 200, body: ROWS });
    const asker = { workspaceId: 'prj_2', projectIds: ['prj_2'] };
    expect(boards.asked).toEqual([['query', QUERY, asker, DAYS]]);
  },
);

it('axes, group and description are accepted, too', async () => {
  const drawn = { x_axis: 'day', y_axis: ['hits'], group_by: 'device', description: 'd' };
  expect(await preview({ ...SQL, chart_type: 'stacked', ...drawn })).toMatchObject({ body: ROWS });
});

it('funnel, retention and user_paths run with their steps, settings and days', async () => {
  const event = { type: 'event', event: 'connect' };
  const filters = [{ field: 'device', op: 'eq', value: 'mobile' }];
  const all = [
    { chart_type: 'funnel', steps: STEPS, settings: { breakdown: 'browser', filters } },
    {
      chart_type: 'retention',
      settings: { period: 'week', entryFilter: event, retentionFilter: STEPS[1] },
    },
    { chart_type: 'retention', settings: { filters, retentionUserFilters: OF_USERS } },
    { chart_type: 'user_paths', settings: { anchors: [event], maxSteps: 4 } },
  ];
  for (const chart of all) {
    expect(await preview({ title: 't', ...chart }, DAYS)).toEqual({ status: 200, body: ROWS });
  }
  expect(boards.asked).toEqual([
    [
      'funnel',
      { steps: STEPS, groupBy: 'browser' },
      { ...DAYS, filters: JSON.stringify(filters) },
      ['prj_2'],
    ],
    ['retention', { period: 'week', entry: event, comeBack: STEPS[1] }, DAYS, ['prj_2']],
    ['retention', {}, { ...DAYS, filters: JSON.stringify([...filters, ...OF_USERS]) }, ['prj_2']],
    ['flow', { start: event, maxSteps: 4 }, DAYS, ['prj_2']],
  ]);
});

it.each([
  ['line', 10_000, undefined],
  ['line', 10_001, true],
  ['table', 101, true],
] as const)('a %s of %i rows has has_more like a saved one', async (type, rows, more) => {
  const query = `SELECT hits FROM numbers(${rows})`;
  expect((await preview({ ...SQL, chart_type: type, query })).body.has_more).toBe(more);
});

it('refused SQL is answered with 200 and the error in the results', async () => {
  expect(await preview({ ...SQL, query: 'SELECT a FROM nowhere' })).toEqual({
    status: 200,
    body: { data: [], meta: [], rows: 0, error: 'There is no table nowhere.' },
  });
});

it('a query limit is answered with 429 instead of results', async () => {
  expect(await preview({ ...SQL, query: 'SELECT a FROM busy' })).toMatchObject({
    status: 429,
    body: { error: { code: 'TOO_MANY_REQUESTS' } },
  });
});

it('nothing is stored', async () => {
  await preview(SQL);
  expect(boards.asked).toHaveLength(1);
  expect((await boards.call('GET', path)).body).toMatchObject({ data: [], total: 0 });
  expect(await boards.database.query('SELECT id FROM charts')).toEqual([]);
});

describe('before any query runs', () => {
  const filtered = (field: string, op: string) => ({ ...STEPS[0], filters: [{ field, op }] });

  it.each([
    [{ chart_type: 'line', title: 't' }, 'body.query'],
    [{ ...SQL, query: ' ' }, 'body.query'],
    [{ chart_type: 'funnel', title: 't', steps: STEPS.slice(1) }, 'body.steps'],
    [
      { chart_type: 'funnel', title: 't', steps: STEPS.map((step) => ({ ...step, name: 'A' })) },
      'body.steps.1.name',
    ],
    [
      { chart_type: 'retention', title: 't', settings: { entryFilter: filtered('a', 'lt') } },
      'body.settings.entryFilter.filters.0.value',
    ],
    [
      { chart_type: 'retention', title: 't', settings: { retentionFilter: filtered('a', 'lt') } },
      'body.settings.retentionFilter.filters.0.value',
    ],
    [
      {
        ...{ chart_type: 'retention', title: 't' },
        settings: { retentionUserFilters: [{ field: 'os', op: 'eq' }] },
      },
      'body.settings.retentionUserFilters.0.value',
    ],
    [
      {
        ...{ chart_type: 'user_paths', title: 't' },
        settings: {
          filters: Array(30).fill({ field: 'os', op: 'notEmpty' }),
          retentionUserFilters: Array(30).fill({ field: 'os', op: 'notEmpty' }),
        },
      },
      'body.settings.retentionUserFilters',
    ],
    [{ ...SQL, chart_type: 'gauge' }, 'body.chart_type'],
    [{ ...SQL, y_axis: 'hits' }, 'body.y_axis'],
  ])('%j is refused', async (body, param) => {
    const answer = await preview(body);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_VALIDATION_REQUEST', param } },
    });
    expect(answer.body.error.details).toHaveProperty([param]);
    expect(boards.asked).toEqual([]);
  });

  it.each([
    [{ date_from: '2026-05-02', date_to: '2026-05-01' }, 'query.date_from'],
    [{ date_from: 'yesterday' }, 'query.date_from'],
  ])('the invalid days %j are refused', async (days, param) => {
    expect(await preview(SQL, days)).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_VALIDATION_REQUEST', param } },
    });
    expect(boards.asked).toEqual([]);
  });

  it.each(['brd_none', 'brd_theirs'])('the board %s is not found', async (id) => {
    await boards.database.query(
      `INSERT INTO boards (id, project_id, title, public_id)
       VALUES ('brd_theirs', 'prj_3', 'x', 'p') ON CONFLICT DO NOTHING`,
    );
    expect(await preview(SQL, {}, `/v0/boards/${id}/charts`)).toMatchObject({
      status: 404,
      body: { error: { code: 'NOT_FOUND', message: `There is no board "${id}".` } },
    });
    expect(boards.asked).toEqual([]);
  });

  it.each([
    ['boards:read', 403],
    ['boards:write', 200],
  ] as const)('a key with %s alone is answered %i', async (scope: Scope, status) => {
    const headers = { authorization: `Bearer ${boards.app.addApiKey([scope])}` };
    const answer = await boards.call('POST', `${path}/preview`, { body: SQL, headers });
    expect(answer.status).toBe(status);
    expect(boards.asked).toHaveLength(status === 200 ? 1 : 0);
  });
});
