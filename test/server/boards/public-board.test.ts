// What is kept of a public board shows nothing that its team, or a deletion, took away.
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { startBoards } from './boards-under-test.js';

const cleanUp = createCleanup();
let boards: Awaited<ReturnType<typeof startBoards>>;
let path: string;
let publicPath: string;

beforeAll(async () => {
  boards = await startBoards();
  cleanUp(boards.close);
});

const chartOf = (title: string) => ({ chart_type: 'number', title, query: 'SELECT 1' });

/** A public board with two charts, which somebody has read. */
beforeEach(async () => {
  const { body } = await boards.call('POST', '/v0/boards?project_id=prj_2', {
    body: { title: 'Open', isPublic: true },
  });
  path = `/v0/boards/${body.id}`;
  publicPath = body.public_path;
  for (const title of ['a', 'b']) {
    await boards.call('POST', `${path}/charts`, { body: chartOf(title) });
  }
  expect(await read()).toEqual({ title: 'Open', charts: ['a', 'b'], runs: 2 });
  return async () => {
    await boards.database.query('DELETE FROM charts');
    await boards.database.query('DELETE FROM boards');
  };
});

/** What anybody sees, and how many charts were run for it. */
const read = async () => {
  const before = boards.asked.length;
  const response = await fetch(`${boards.app.url}${publicPath}`);
  const { board, charts } = await response.json();
  const titles = charts.map(({ title }: { title: string }) => title);
  return { title: board.title, charts: titles, runs: boards.asked.length - before };
};

const firstChart = async () => {
  const { body } = await boards.call('GET', `${path}/charts`);
  return `${path}/charts/${body.data[0].id}`;
};

it('a deleted chart is gone at once', async () => {
  await boards.call('DELETE', await firstChart());
  expect(await read()).toMatchObject({ charts: ['b'] });
});

it('a chart that was replaced is run anew', async () => {
  await boards.call('PUT', await firstChart(), { body: chartOf('c') });
  expect(await read()).toMatchObject({ charts: ['c', 'b'], runs: 2 });
});

it('a board that was private meanwhile has its new title, and runs nothing for that which is as before', async () => {
  await boards.call('PATCH', path, { body: { isPublic: false } });
  await boards.call('PATCH', path, { body: { isPublic: true } });
  expect(await read()).toEqual({ title: 'Open', charts: ['a', 'b'], runs: 0 });
  await boards.call('PATCH', path, { body: { title: 'Renamed' } });
  expect(await read()).toMatchObject({ title: 'Renamed' });
});

it('what was read before a person was deleted is read anew', async () => {
  expect(await read()).toMatchObject({ runs: 0 });
  boards.deletePerson();
  expect(await read()).toMatchObject({ runs: 2 });
  expect(await read()).toMatchObject({ runs: 0 });
});
