// The cache of a public board shows nothing that was removed by its team or by deleting a person.
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

/** Creates a public board with two charts, and reads it once, so that it is cached. */
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

/** Reads the public board, and counts how many charts were run for it. */
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

it('a deleted chart disappears at once', async () => {
  await boards.call('DELETE', await firstChart());
  expect(await read()).toMatchObject({ charts: ['b'] });
});

it('a replaced chart is run again', async () => {
  await boards.call('PUT', await firstChart(), { body: chartOf('c') });
  expect(await read()).toMatchObject({ charts: ['c', 'b'], runs: 2 });
});

it('a board that was private meanwhile stays cached until it changes, such as its title', async () => {
  await boards.call('PATCH', path, { body: { isPublic: false } });
  await boards.call('PATCH', path, { body: { isPublic: true } });
  expect(await read()).toEqual({ title: 'Open', charts: ['a', 'b'], runs: 0 });
  await boards.call('PATCH', path, { body: { title: 'Renamed' } });
  expect(await read()).toMatchObject({ title: 'Renamed' });
});

it('charts are run again after a person was deleted', async () => {
  expect(await read()).toMatchObject({ runs: 0 });
  boards.deletePerson();
  expect(await read()).toMatchObject({ runs: 2 });
  expect(await read()).toMatchObject({ runs: 0 });
});
