// GROUP BY with subtotals (ROLLUP, CUBE, GROUPING SETS), on the real engine.
import { expect, it } from 'vitest';
import { useQueries } from './query-under-test.js';

const { queries, outcomeOf } = useQueries();

const FROM = 'FROM (SELECT arrayJoin([1, 2, 3, 4]) AS id, id % 2 AS k)';
const ORDER = 'ORDER BY grouping(k), k, n';

it.each([
  `SELECT k, count() AS n ${FROM} GROUP BY ROLLUP(k) ${ORDER}`,
  `SELECT k, count() AS n ${FROM} GROUP BY k WITH ROLLUP ${ORDER}`,
  `SELECT k, id > 2 AS late, count() AS n ${FROM} GROUP BY CUBE(k, late) ${ORDER}, late, grouping(late)`,
  `SELECT k, id > 2 AS late, count() AS n ${FROM} GROUP BY k, late WITH CUBE ${ORDER}, late, grouping(late)`,
  `SELECT k, id, count() AS n ${FROM} GROUP BY GROUPING SETS ((k, id), (k), ()) ${ORDER}, id`,
  `SELECT k, count() AS n ${FROM} GROUP BY rollup(k) HAVING n > 2`,
])('%s has the same result as on the engine', async (sql) => {
  const [ours, theirs] = await Promise.all([queries.run(sql), queries.database.query(sql)]);
  expect(ours.data).toEqual(theirs.data);
  expect(ours).toMatchObject({ total: theirs.data.length, has_more: false });
  const first = await queries.run(`${sql} LIMIT 1`);
  expect(first).toMatchObject({
    data: theirs.data.slice(0, 1),
    total: theirs.data.length,
    has_more: theirs.data.length > 1,
  });
});

it('includes no rows of other workspaces in a subtotal', async () => {
  const { data } = await queries.run(
    'SELECT project_id, grouping(project_id) AS whole, count() AS n FROM events GROUP BY ROLLUP(project_id) ORDER BY whole',
  );
  expect(data).toEqual([
    { project_id: 'mine', whole: 0, n: 40 },
    { project_id: '', whole: 1, n: 40 },
  ]);
});

const keys = (count: number) => Array.from({ length: count }, (_, index) => `id + ${index}`).join();

it.each([
  [`CUBE(${keys(9)})`, 'CUBE accepts at most 8 keys'],
  [`${keys(9)} WITH CUBE`, 'CUBE accepts at most 8 keys'],
  [`GROUPING SETS (${Array(257).fill('(k)').join()})`, 'GROUPING SETS accepts at most 256 sets'],
  ['GROUPING SETS (k)', '( is expected here'],
  ['k WITH TOTALS', 'WITH ROLLUP adds a row with the total'],
  ['ROLLUP(k), id', 'the query should end here'],
])('GROUP BY %s is refused', async (group, why) => {
  expect(await outcomeOf(`SELECT count() ${FROM} GROUP BY ${group}`)).toContain(why);
});

it('does not change the names of the columns', async () => {
  const sql =
    'SELECT cube, count() AS n FROM (SELECT 1 AS cube, 2 AS rollup) GROUP BY cube, rollup';
  expect((await queries.run(sql)).data).toEqual([{ cube: 1, n: 1 }]);
});
