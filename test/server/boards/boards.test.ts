// Boards: create, list, read, update, delete, publish, and never those of another workspace.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { BOARDS_PER_PROJECT, PAGE, startBoards } from './boards-under-test.js';

const cleanUp = createCleanup();
let boards: Awaited<ReturnType<typeof startBoards>>;

beforeAll(async () => {
  boards = await startBoards();
  cleanUp(boards.close);
});

beforeEach(async () => {
  await boards.database.query('DELETE FROM charts');
  await boards.database.query('DELETE FROM boards');
});

const { call } = { call: (...given: Parameters<typeof boards.call>) => boards.call(...given) };
const create = (body: object, project = 'prj_1') =>
  call('POST', `/v0/boards?project_id=${project}`, { body });

describe('a board', () => {
  it('is private once created, and GET returns the same as POST', async () => {
    const made = await create({ title: 'Growth' });
    expect(made).toMatchObject({
      status: 201,
      body: {
        id: expect.stringMatching(/^brd_[0-9a-f]{24}$/),
        project_id: 'prj_1',
        enabled: false,
        title: 'Growth',
        description: null,
        public_path: null,
        updated_at: null,
      },
    });
    expect(Date.parse(made.body.created_at)).not.toBeNaN();
    expect(await call('GET', `/v0/boards/${made.body.id}`)).toEqual({
      status: 200,
      body: made.body,
    });
  });

  it.each([
    [{ title: 'x', isPublic: true }, true],
    [{ title: 'x', enabled: true }, true],
    [{ title: 'x', isPublic: true, enabled: true }, true],
  ])('is public when created with %j', async (body, enabled) => {
    expect((await create(body)).body.enabled).toBe(enabled);
  });

  it('is changed by PATCH in the given fields only', async () => {
    const { body } = await create({ title: 'a', description: 'b' });
    const path = `/v0/boards/${body.id}`;
    expect((await call('PATCH', path, { body: { title: 'c' } })).body).toMatchObject({
      title: 'c',
      description: 'b',
      enabled: false,
      updated_at: expect.any(String),
    });
    expect((await call('PATCH', path, { body: { description: 'c' } })).body.description).toBe('c');
    expect((await call('PATCH', path, { body: { description: null } })).body).toMatchObject({
      title: 'c',
      description: null,
    });
    expect((await call('PATCH', path, { body: { isPublic: true } })).body.enabled).toBe(true);
    expect((await call('PATCH', path, { body: { enabled: false } })).body.enabled).toBe(false);
    expect(await call('PATCH', path, { body: { unknown: 1 } })).toMatchObject({
      status: 400,
      body: { error: { code: 'BAD_REQUEST', param: 'body' } },
    });
  });

  it.each([
    [{}],
    [{ title: '' }],
    [{ title: ' ' }],
    [{ title: 7 }],
    [{ title: 'x', enabled: 'yes' }],
  ])('is refused as %j', async (body) => {
    expect(await create(body)).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_VALIDATION_REQUEST' } },
    });
  });

  it.each([
    { isPublic: true, enabled: false },
    { isPublic: false, enabled: true },
  ])('is neither created nor changed by the contradiction %j', async (flags) => {
    const refusal = {
      status: 400,
      body: {
        error: {
          code: 'BAD_REQUEST',
          details: { 'body.isPublic': expect.any(String), 'body.enabled': expect.any(String) },
        },
      },
    };
    expect(await create({ title: 'x', ...flags })).toMatchObject(refusal);
    const { body } = await create({ title: 'x' });
    const path = `/v0/boards/${body.id}`;
    expect(await call('PATCH', path, { body: flags })).toMatchObject(refusal);
    expect((await call('GET', path)).body).toEqual(body);
  });

  it('is deleted only without charts, and is 404 afterwards', async () => {
    const { body } = await create({ title: 'a' });
    const path = `/v0/boards/${body.id}`;
    const chart = { chart_type: 'number', title: 'n', query: 'SELECT 1' };
    const made = await call('POST', `${path}/charts`, { body: chart });
    expect(await call('DELETE', path)).toMatchObject({
      status: 400,
      body: { error: { code: 'BAD_REQUEST', message: expect.stringContaining('charts') } },
    });
    await call('DELETE', `${path}/charts/${made.body.id}`);
    expect(await call('DELETE', path)).toEqual({ status: 204, body: undefined });
    expect((await call('DELETE', path)).status).toBe(404);
    expect((await call('GET', path)).status).toBe(404);
  });

  it('is created once per idempotency key', async () => {
    const sent = { body: { title: 'a' }, headers: { 'idempotency-key': 'one' } };
    const [first, second] = [
      await call('POST', '/v0/boards?project_id=prj_1', sent),
      await call('POST', '/v0/boards?project_id=prj_1', sent),
    ];
    expect(second).toEqual(first);
    expect((await call('GET', '/v0/boards')).body.total).toBe(1);
  });
});

describe('a project', () => {
  it('has at most BOARDS_PER_PROJECT boards, also with parallel requests', async () => {
    const all = await Promise.all(
      Array.from({ length: BOARDS_PER_PROJECT + 3 }, () => create({ title: 'x' })),
    );
    expect(all.filter(({ status }) => status === 201)).toHaveLength(BOARDS_PER_PROJECT);
    expect(all.find(({ status }) => status === 400)?.body.error).toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining(`${BOARDS_PER_PROJECT} boards`),
    });
    expect((await create({ title: 'x' }, 'prj_2')).status).toBe(201);
  });

  it('must be named by project_id where there are several', async () => {
    expect(await call('POST', '/v0/boards', { body: { title: 'x' } })).toMatchObject({
      status: 400,
      body: { error: { param: 'query.project_id' } },
    });
  });

  it('of another workspace is 404 in every operation', async () => {
    expect((await create({ title: 'x' }, 'prj_3')).status).toBe(404);
    await boards.database.query(
      `INSERT INTO boards (id, project_id, title, public_id) VALUES ('brd_x', 'prj_3', 'x', 'p')`,
    );
    await boards.database.query(
      `INSERT INTO charts (id, board_id, chart_type, title, query)
       VALUES ('cht_x', 'brd_x', 'number', 'n', 'SELECT 1')`,
    );
    const charts = '/v0/boards/brd_x/charts';
    const chart = { chart_type: 'number', title: 'n', query: 'SELECT 1' };
    for (const [method, path, body] of [
      ['GET', '/v0/boards/brd_x'],
      ['PATCH', '/v0/boards/brd_x', { title: 'mine' }],
      ['GET', charts],
      ['POST', charts, chart],
      ['GET', `${charts}/cht_x`],
      ['PUT', `${charts}/cht_x`, chart],
      ['DELETE', `${charts}/cht_x`],
      ['DELETE', '/v0/boards/brd_x'],
    ] as const) {
      const answer = await call(method, path, { body });
      expect([method, path, answer.status]).toEqual([method, path, 404]);
    }
    expect((await call('GET', '/v0/boards')).body).toMatchObject({ total: 0, data: [] });
    expect((await call('GET', '/v0/boards?project_id=prj_3')).status).toBe(404);
    expect(await boards.database.query('SELECT title FROM charts')).toEqual([{ title: 'n' }]);
  });
});

it('a list has pages, newest first, and can be limited to one project', async () => {
  for (const title of ['a', 'b', 'c']) await create({ title });
  await create({ title: 'other' }, 'prj_2');
  const titles = async (query: string) => {
    const { body } = await call('GET', `/v0/boards?${query}`);
    return [body.data.map(({ title }: { title: string }) => title), body.total, body.has_more];
  };
  expect(await titles('project_id=prj_1&size=2')).toEqual([['c', 'b'], 3, true]);
  expect(await titles('project_id=prj_1&size=2&page=2')).toEqual([['a'], 3, false]);
  expect(await titles('')).toEqual([['other', 'c', 'b', 'a'], 4, false]);
  expect((await call('GET', '/v0/boards?size=201')).status).toBe(400);
});

describe('in public', () => {
  const SQL = { chart_type: 'number', title: 'n', query: 'SELECT 1' };
  const OF_STAFF = { field: 'ref', op: 'neq', value: 'staff' };
  const NUL = `/public/boards/${'%00'.repeat(32)}`;
  const readPublic = async (path: string) => {
    const response = await fetch(`${boards.app.url}${path}`);
    return { status: response.status, body: await response.json() };
  };

  it('a board can be read without a key while it is enabled', async () => {
    const { body } = await create({ title: 'Open', isPublic: true });
    const path = `/v0/boards/${body.id}`;
    const chart = { chart_type: 'number', title: 'n', query: 'SELECT 1' };
    await call('POST', `${path}/charts`, { body: chart });
    expect(body.public_path).toMatch(/^\/public\/boards\/[\w-]{32}$/);
    expect(await readPublic(body.public_path)).toMatchObject({
      status: 200,
      body: {
        board: { title: 'Open', description: null },
        charts: [{ title: 'n', results: { data: [{ hits: 3 }], rows: 1 } }],
      },
    });
    expect(JSON.stringify(await readPublic(body.public_path))).not.toMatch(/SELECT|prj_/);
    const runs = boards.asked.length;
    await readPublic(body.public_path);
    expect(boards.asked).toHaveLength(runs);
    await call('PATCH', path, { body: { enabled: false } });
    expect((await readPublic(body.public_path)).status).toBe(404);
  });

  it('browsers get an HTML page at the same address while it is enabled', async () => {
    const { body } = await create({ title: 'Open', isPublic: true });
    const ask = async () => {
      const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
      const response = await fetch(`${boards.app.url}${body.public_path}`, { headers });
      const { status, headers: answered } = response;
      const told = ['content-type', 'vary', 'x-robots-tag'].map((name) => answered.get(name));
      return { status, told, text: await response.text() };
    };
    const runs = boards.asked.length;
    expect(await ask()).toEqual({
      status: 200,
      told: ['text/html', 'accept', 'noindex'],
      text: PAGE,
    });
    expect(boards.asked).toHaveLength(runs);
    await call('PATCH', `/v0/boards/${body.id}`, { body: { enabled: false } });
    const { status, text } = await ask();
    expect(status).toBe(404);
    expect(text).toContain('<h1>Nothing here</h1>');
  });

  it('a chart shows its results, but neither steps nor filters', async () => {
    const { body } = await create({ title: 'Open', isPublic: true });
    const condition = { field: 'user_id', op: 'neq', value: 'staff' };
    const event = { type: 'event', event: 'page', name: 'Visited', filters: [condition] };
    const own = { anchors: [event], entryFilter: event, retentionFilter: event };
    const every = { filters: [OF_STAFF], retentionUserFilters: [OF_STAFF], color: 'red' };
    const chart = {
      chart_type: 'funnel',
      title: 'f',
      steps: [event, { type: 'track', event: 'swap' }],
      settings: { ...own, ...every, breakdown: 'os', period: 'week' },
    };
    await call('POST', `/v0/boards/${body.id}/charts`, { body: chart });
    await call('POST', `/v0/boards/${body.id}/charts`, { body: { ...SQL, settings: null } });
    const { charts } = (await readPublic(body.public_path)).body;
    expect(charts[0].results.rows).toBe(1);
    expect(charts[0].settings).toEqual({ color: 'red', breakdown: 'os', period: 'week' });
    expect(charts[1].settings).toBeNull();
    expect(JSON.stringify(charts)).not.toMatch(/staff|user_id|steps/);
  });

  it('a failed chart does not reveal the reason', async () => {
    const { body } = await create({ title: 'Open', isPublic: true });
    const chart = { chart_type: 'number', title: 'n', query: 'SELECT 1 FROM nowhere' };
    await call('POST', `/v0/boards/${body.id}/charts`, { body: chart });
    const { charts } = (await readPublic(body.public_path)).body;
    expect(charts[0].results).toMatchObject({
      rows: 0,
      error: expect.not.stringMatching('nowhere'),
    });
  });

  it('all charts are shown, also more than a page of the API has', async () => {
    const { body } = await create({ title: 'Open', isPublic: true });
    await boards.database.query(
      `INSERT INTO charts (id, board_id, chart_type, title, query)
       SELECT 'cht_' || n, $1, 'number', 'n', 'SELECT 1' FROM generate_series(1, 101) AS n`,
      [body.id],
    );
    expect((await readPublic(body.public_path)).body.charts).toHaveLength(101);
  });

  it('private boards, unknown ids and ids with NUL are 404', async () => {
    const { body } = await create({ title: 'Closed' });
    for (const path of [`/public/boards/${body.id}`, '/public/boards/x', '/public/boards/', NUL]) {
      expect((await fetch(`${boards.app.url}${path}`)).status).toBe(404);
    }
  });
});
