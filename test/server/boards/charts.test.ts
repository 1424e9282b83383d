// Charts: the fields that each type needs, and the request that it runs.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { MOST_TEXT, makeBoard, startBoards } from './boards-under-test.js';

const cleanUp = createCleanup();
let boards: Awaited<ReturnType<typeof startBoards>>;
let path: string;

beforeAll(async () => {
  boards = await startBoards();
  cleanUp(boards.close);
  path = await makeBoard(boards, 'prj_1');
});

beforeEach(async () => {
  await boards.database.query('DELETE FROM charts');
  boards.asked.length = 0;
});

const STEPS = [
  { type: 'event', event: 'page' },
  {
    type: 'track',
    event: 'swap',
    events: [{ type: 'track', event: 'bridge', filters: [] }],
    filters: [{ field: 'chain', op: 'in', value: ['1', '10'] }],
    note: 'kept',
  },
];

const SQL = { title: 't', query: 'SELECT count() AS hits FROM events' };
const VALID = {
  table: SQL,
  number: SQL,
  bar: { ...SQL, x_axis: 'date', y_axis: ['hits'] },
  line: { ...SQL, x_axis: 'date', y_axis: ['hits', 'users'] },
  stacked: { ...SQL, x_axis: 'date', y_axis: ['hits'], group_by: 'device' },
  pie: { ...SQL, y_axis: ['hits'] },
  funnel: { title: 't', steps: STEPS },
  user_paths: { title: 't' },
  retention: { title: 't' },
};

/** A funnel whose first step has further fields. */
const funnelOf = (first: object) => ({
  chart_type: 'funnel',
  title: 't',
  steps: [{ ...STEPS[0], ...first }, STEPS[1]],
});
const VALUE_OF_FIRST = 'body.steps.0.filters.0.value';
const filtered = (field: string, op: string) => ({ ...STEPS[0], filters: [{ field, op }] });
const many = (count: number) => Array(count).fill({ field: 'os', op: 'notEmpty' });
const withSettings = (chart_type: keyof typeof VALID, settings: object) => ({
  chart_type,
  ...VALID[chart_type],
  settings,
});

const create = (body: object) => boards.call('POST', path, { body });

describe.each(Object.entries(VALID))('a chart of type %s', (type, content) => {
  it('is created, read, listed, replaced and deleted', async () => {
    const made = await create({ chart_type: type, steps: STEPS, ...content });
    expect(made.status).toBe(201);
    const { id, board_id: boardId, query } = made.body;
    expect(made.body).toMatchObject({ ...content, chart_type: type, project_id: 'prj_1' });
    expect(`/v0/boards/${boardId}/charts`).toBe(path);
    expect(query).not.toBe('');
    expect('steps' in made.body).toBe(type === 'funnel');
    expect((await boards.call('GET', `${path}/${id}`)).body).toEqual(made.body);
    expect((await boards.call('GET', path)).body).toMatchObject({ data: [made.body], total: 1 });
    const change = { chart_type: type, ...content, title: 'new', description: 'd' };
    const replaced = await boards.call('PUT', `${path}/${id}`, { body: change });
    expect(replaced).toMatchObject({ status: 200, body: { id, title: 'new', description: 'd' } });
    expect(replaced.body.updated_at).not.toBeNull();
    expect((await boards.call('DELETE', `${path}/${id}`)).status).toBe(204);
    expect((await boards.call('DELETE', `${path}/${id}`)).status).toBe(404);
    expect((await boards.call('PUT', `${path}/${id}`, { body: change })).status).toBe(404);
  });
});

it('a chart is found only on its own board', async () => {
  const { body: made } = await create({ chart_type: 'table', ...SQL });
  const elsewhere = `${await makeBoard(boards, 'prj_1')}/${made.id}`;
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const body = method === 'PUT' ? { chart_type: 'table', ...SQL, title: 'new' } : undefined;
    expect([method, (await boards.call(method, elsewhere, { body })).status]).toEqual([
      method,
      404,
    ]);
  }
  expect((await boards.call('GET', path)).body).toMatchObject({ data: [made], total: 1 });
});

it.each([
  [{ chart_type: 'table', title: 't' }, 'body.query'],
  [{ chart_type: 'number', title: 't', query: ' ' }, 'body.query'],
  [{ ...VALID.bar, chart_type: 'bar', x_axis: null }, 'body.x_axis'],
  [{ ...VALID.line, chart_type: 'line', y_axis: [] }, 'body.y_axis'],
  [{ ...VALID.stacked, chart_type: 'stacked', group_by: undefined }, 'body.group_by'],
  [{ ...VALID.stacked, chart_type: 'stacked', y_axis: ['a', 'b'] }, 'body.y_axis'],
  [{ ...VALID.pie, chart_type: 'pie', y_axis: null }, 'body.y_axis'],
  [{ chart_type: 'funnel', title: 't' }, 'body.steps'],
  [{ chart_type: 'funnel', title: 't', steps: STEPS.slice(1) }, 'body.steps'],
  [{ chart_type: 'funnel', title: 't', steps: Array(11).fill(STEPS[0]) }, 'body.steps'],
  [
    { chart_type: 'funnel', title: 't', steps: [STEPS[0], { type: 'x', event: 'y' }] },
    'body.steps.1.type',
  ],
  [funnelOf({ filters: [{ field: 'a', op: 'eq' }] }), VALUE_OF_FIRST],
  [funnelOf({ filters: [{ field: 'a', op: 'in', value: ['b|c'] }] }), VALUE_OF_FIRST],
  [funnelOf({ events: [filtered('points', 'isEmpty')] }), 'body.steps.0.events.0.filters.0.op'],
  [funnelOf({ events: [{ ...STEPS[0], events: [STEPS[0]] }] }), 'body.steps.0.events.0.events'],
  [
    withSettings('funnel', { filters: [{ field: 'os', op: 'gt' }] }),
    'body.settings.filters.0.value',
  ],
  [
    withSettings('user_paths', { anchors: [filtered('revenue', 'contains')] }),
    'body.settings.anchors.0.filters.0.op',
  ],
  [
    withSettings('retention', { entryFilter: filtered('a', 'lt') }),
    'body.settings.entryFilter.filters.0.value',
  ],
  [
    { chart_type: 'funnel', title: 't', steps: STEPS.map((step) => ({ ...step, name: 'A' })) },
    'body.steps.1.name',
  ],
  [
    withSettings('retention', { filters: many(30), retentionUserFilters: many(21) }),
    'body.settings.retentionUserFilters',
  ],
  [{ chart_type: 'gauge', ...SQL }, 'body.chart_type'],
  [{ chart_type: 'table', query: 'SELECT 1' }, 'body.title'],
  [withSettings('user_paths', { maxSteps: 6 }), 'body.settings.maxSteps'],
  [withSettings('user_paths', { nodesPerStep: 1 }), 'body.settings.nodesPerStep'],
])('%j is refused', async (body, param) => {
  const answer = await create(body);
  expect(answer).toMatchObject({
    status: 400,
    body: { error: { code: 'INVALID_VALIDATION_REQUEST', param } },
  });
  expect(answer.body.error.details).toHaveProperty([param]);
});

it('SQL that is refused is not saved, for any type of chart', async () => {
  const { body: made } = await create({ chart_type: 'table', ...SQL });
  const wrong = { chart_type: 'pie', ...VALID.pie, query: 'DROP TABLE events' };
  const refusal = {
    status: 400,
    body: { error: { code: 'BAD_REQUEST', param: 'body.query', message: 'It is no SELECT.' } },
  };
  expect(await create(wrong)).toMatchObject(refusal);
  expect(await boards.call('PUT', `${path}/${made.id}`, { body: wrong })).toMatchObject(refusal);
  expect((await boards.call('GET', path)).body).toMatchObject({ data: [made], total: 1 });
  // For types whose query the server writes, a given query is ignored.
  const managed = { chart_type: 'retention', title: 't', query: wrong.query };
  expect((await create(managed)).status).toBe(201);
});

it('a retention chart may have 50 filters of both kinds together', async () => {
  const most = withSettings('retention', { filters: many(30), retentionUserFilters: many(20) });
  expect((await create(most)).status).toBe(201);
});

it('settings keep unknown fields', async () => {
  const settings = { color: 'red', conversionWindow: { value: 1, unit: 'day' } };
  const { body } = await create({ chart_type: 'table', ...SQL, settings });
  expect(body.settings).toEqual(settings);
});

describe('results', () => {
  const ask = async (body: object, query = 'include=results') => {
    const { body: made } = await create(body);
    return (await boards.call('GET', `${path}/${made.id}?${query}`)).body.results;
  };
  const ROWS = { data: [{ hits: 3 }], meta: [{ name: 'hits', type: 'UInt64' }], rows: 1 };

  it('are included only with include=results', async () => {
    expect(await ask({ chart_type: 'table', ...SQL }, '')).toBeUndefined();
    expect(boards.asked).toEqual([]);
  });

  it('of SQL come from a query over the project of the board alone', async () => {
    expect(await ask({ chart_type: 'pie', ...VALID.pie })).toEqual(ROWS);
    expect(boards.asked).toEqual([
      ['query', SQL.query, { workspaceId: 'prj_1', projectIds: ['prj_1'] }, {}],
    ]);
  });

  it('of SQL use the days of the request', async () => {
    const days = { date_from: '2026-01-01', date_to: '2026-01-31' };
    const query = `include=results&${new URLSearchParams(days)}`;
    expect(await ask({ chart_type: 'table', ...SQL }, query)).toEqual(ROWS);
    expect(boards.asked[0]?.[3]).toEqual(days);
  });

  it.each(['', '&include=results'])('are refused for days in reverse order%s', async (more) => {
    const { body: made } = await create({ chart_type: 'table', ...SQL });
    const days = `date_from=2026-05-02&date_to=2026-05-01${more}`;
    for (const at of [`${path}/${made.id}`, path]) {
      expect(await boards.call('GET', `${at}?${days}`)).toMatchObject({
        status: 400,
        body: { error: { code: 'INVALID_VALIDATION_REQUEST', param: 'query.date_from' } },
      });
    }
  });

  it.each([
    ['line', '', 10_000, undefined],
    ['line', '', 10_001, true],
    ['line', ' LIMIT 7', 10_001, undefined],
    ['table', '', 100, undefined],
    ['table', '', 101, true],
    ['table', ' LIMIT 500', 500, undefined],
  ] as const)(
    'of a %s with SQL%s and %i rows have the right has_more',
    async (type, limit, rows, more) => {
      const query = `SELECT hits FROM numbers(${rows})${limit}`;
      const { has_more: hasMore } = await ask({ chart_type: type, ...VALID[type], query });
      expect(hasMore).toBe(more);
    },
  );

  it('of refused SQL contain the error, and the chart can still be read', async () => {
    const query = 'SELECT a FROM nowhere';
    expect(await ask({ chart_type: 'table', title: 't', query })).toEqual({
      data: [],
      meta: [],
      rows: 0,
      error: 'There is no table nowhere.',
    });
  });

  it('of a funnel use its steps, window, type, breakdown and filters', async () => {
    const filters = [{ field: 'device', op: 'eq', value: 'mobile' }];
    const settings = {
      funnelType: 'open',
      conversionWindow: { value: 3, unit: 'day' },
      breakdown: 'browser',
      filters,
    };
    const days = 'include=results&date_from=2026-01-01&date_to=2026-01-31';
    expect(await ask({ chart_type: 'funnel', title: 't', steps: STEPS, settings }, days)).toEqual(
      ROWS,
    );
    expect(boards.asked).toEqual([
      [
        'funnel',
        {
          steps: STEPS,
          conversionWindow: settings.conversionWindow,
          type: 'open',
          groupBy: 'browser',
        },
        { date_from: '2026-01-01', date_to: '2026-01-31', filters: JSON.stringify(filters) },
        ['prj_1'],
      ],
    ]);
  });

  it('of retention and user_paths use their settings', async () => {
    const entryFilter = { type: 'event', event: 'connect' };
    const retention = { entryFilter, retentionFilter: null, period: 'week' };
    await ask({ chart_type: 'retention', title: 't', settings: retention });
    const ways = { anchors: [entryFilter], maxSteps: 4, nodesPerStep: 8 };
    await ask({ chart_type: 'user_paths', title: 't', settings: ways });
    await ask({ chart_type: 'user_paths', title: 't', settings: null });
    expect(boards.asked.map(([name, definition]) => [name, definition])).toEqual([
      ['retention', { entry: entryFilter, period: 'week' }],
      ['flow', { start: entryFilter, maxSteps: 4, nodesPerStep: 8 }],
      ['flow', {}],
    ]);
  });

  it('are included in a list, too', async () => {
    await create({ chart_type: 'table', ...SQL });
    await create({ chart_type: 'table', title: 'b', query: 'SELECT a FROM nowhere' });
    const { body } = await boards.call('GET', `${path}?include=results`);
    expect(body.data.map(({ results }: { results: { rows: number } }) => results.rows)).toEqual([
      1, 0,
    ]);
  });

  it('of a list are left out where the answer would be too large', async () => {
    const title = 'long';
    const query = `SELECT repeat('x', ${MOST_TEXT / 2}) AS text`;
    for (const _ of 'abc') await create({ chart_type: 'table', title, query });
    const { body } = await boards.call('GET', `${path}?include=results`);
    const rows = body.data.map(({ results }: { results: { rows: number } }) => results.rows);
    expect(rows).toEqual([1, 1, 0]);
    expect(body.data[2].results.error).toContain('Request this chart on its own');
    expect(
      (await boards.call('GET', `${path}/${body.data[2].id}?include=results`)).body,
    ).toMatchObject({ results: { rows: 1 } });
  });
});
