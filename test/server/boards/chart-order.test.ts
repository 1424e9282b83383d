// The order in which a board shows its charts.
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { makeBoard, startBoards } from './boards-under-test.js';

const cleanUp = createCleanup();
let boards: Awaited<ReturnType<typeof startBoards>>;
/** Of the charts of the board. */
let path: string;
let ids: Record<'a' | 'b' | 'c', string>;

beforeAll(async () => {
  boards = await startBoards();
  cleanUp(boards.close);
});

const create = async (title: string): Promise<string> => {
  const body = { chart_type: 'table', title, query: 'SELECT count() AS hits FROM events' };
  return (await boards.call('POST', path, { body })).body.id;
};

beforeEach(async () => {
  await boards.database.query('DELETE FROM charts');
  await boards.database.query('DELETE FROM boards');
  path = await makeBoard(boards, 'prj_1');
  ids = { a: await create('a'), b: await create('b'), c: await create('c') };
});

const boardPath = () => path.slice(0, path.lastIndexOf('/'));
const order = (...chart_order: string[]) =>
  boards.call('PATCH', boardPath(), { body: { chart_order } });
const titles = async (query = ''): Promise<string> => {
  const { body } = await boards.call('GET', `${path}${query}`);
  return body.data.map(({ title }: { title: string }) => title).join('');
};

it('lists charts in the order of their creation, or in the one that was chosen', async () => {
  expect(await titles()).toBe('abc');
  const before = (await boards.call('GET', boardPath())).body;
  const changed = await order(ids.c, ids.a, ids.b);
  expect(changed).toMatchObject({ status: 200, body: { title: before.title } });
  expect(changed.body.updated_at).not.toBe(before.updated_at);
  expect(await titles()).toBe('cab');
  expect(await titles('?size=1&page=2')).toBe('a');
});

it('lists charts that the order leaves out after the others', async () => {
  await order(ids.c, ids.b, ids.a);
  await order(ids.c);
  expect(await titles()).toBe('cab');
  await create('d');
  expect(await titles()).toBe('cabd');
  await order();
  expect(await titles()).toBe('abcd');
});

it('keeps the place of a chart that is replaced, and the order of the rest when one is deleted', async () => {
  await order(ids.c, ids.b, ids.a);
  const body = { chart_type: 'table', title: 'C', query: 'SELECT 1' };
  await boards.call('PUT', `${path}/${ids.c}`, { body });
  expect(await titles()).toBe('Cba');
  await boards.call('DELETE', `${path}/${ids.b}`);
  expect(await titles()).toBe('Ca');
});

it('shows the order at the public address at once', async () => {
  const { body } = await boards.call('PATCH', boardPath(), { body: { isPublic: true } });
  const shown = async () => {
    const { body: board } = await boards.call('GET', body.public_path);
    return board.charts.map(({ title }: { title: string }) => title).join('');
  };
  expect(await shown()).toBe('abc');
  await order(ids.b);
  expect(await shown()).toBe('bac');
});

it('refuses charts of another board, and a chart that is named twice, and changes nothing', async () => {
  const ours = path;
  path = await makeBoard(boards, 'prj_1');
  const other = await create('other');
  path = ours;
  const refused = await boards.call('PATCH', boardPath(), {
    body: { title: 'New', chart_order: [ids.b, other, ids.b] },
  });
  expect(refused).toMatchObject({
    status: 400,
    body: {
      error: {
        param: 'body.chart_order.1',
        details: {
          'body.chart_order.1': `"${other}" is not a chart of this board`,
          'body.chart_order.2': `repeats the chart "${ids.b}"`,
        },
      },
    },
  });
  expect((await boards.call('GET', boardPath())).body.title).not.toBe('New');
  expect(await titles()).toBe('abc');
});

it('is not found where the board is missing', async () => {
  const missing = await boards.call('PATCH', '/v0/boards/brd_0', { body: { chart_order: [] } });
  expect(missing).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
});
