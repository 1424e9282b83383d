// WITH FILL, which adds rows between the rows of a result, on the real engine.
import { expect, it } from 'vitest';
import { useQueries } from './query-under-test.js';

const { queries, outcomeOf } = useQueries();

const FROM = 'FROM (SELECT arrayJoin([0, 4]) AS n, 7 AS x)';
const DAYS = "FROM (SELECT toDate(arrayJoin(['2026-01-02', '2026-01-04'])) AS d)";

it.each([
  `SELECT n ${FROM} ORDER BY n WITH FILL`,
  `SELECT toInt8(n) AS i ${FROM} ORDER BY i DESC NULLS LAST WITH FILL FROM 6 TO -3 STEP -2`,
  `SELECT n, x, 1 AS one ${FROM} ORDER BY n WITH FILL STEP 2 INTERPOLATE (x, one AS one)`,
  `SELECT n, x ${FROM} ORDER BY n WITH FILL, x WITH FILL FROM 6 TO 9`,
  `SELECT DISTINCT n ${FROM} ORDER BY n WITH FILL`,
  `SELECT x, n ${FROM} ORDER BY x, n WITH FILL LIMIT 3 BY x`,
  `SELECT n ${FROM} UNION ALL (SELECT n ${FROM} ORDER BY n WITH FILL)`,
  `SELECT n FROM (SELECT n ${FROM} ORDER BY n WITH FILL) ORDER BY n DESC`,
  `SELECT d, count() AS c ${DAYS} GROUP BY d ORDER BY d WITH FILL FROM toDate('2026-01-01') TO toDate('2026-01-05') + 1`,
  `SELECT d, count() AS c ${DAYS} GROUP BY d ORDER BY d WITH FILL TO DATE '2026-01-31' + INTERVAL 1 DAY STEP INTERVAL 1 WEEK`,
  `SELECT toDateTime(d) AS t ${DAYS} ORDER BY t WITH FILL STEP INTERVAL '6 hours'`,
])(
  '%s has the same result as on the engine, and its total includes the added rows',
  async (sql) => {
    const [ours, theirs] = await Promise.all([queries.run(sql), queries.database.query(sql)]);
    expect(ours.data).toEqual(theirs.data);
    expect(ours).toMatchObject({ total: theirs.data.length, has_more: false });
    // UNION has no LIMIT of its own.
    if (/UNION/.test(sql)) return;
    expect(await queries.run(`${sql} LIMIT 2 OFFSET 1`)).toMatchObject({
      data: theirs.data.slice(1, 3),
      total: theirs.data.length,
      has_more: theirs.data.length > 3,
    });
  },
);

it('fills the range of {date_from} and {date_to}', async () => {
  const sql = `SELECT d, count() AS c ${DAYS} GROUP BY d ORDER BY d WITH FILL FROM {date_from} TO {date_to} + 1`;
  const asker = { workspaceId: 'ws', projectIds: ['mine'] };
  const days = { date_from: '2026-01-01', date_to: '2026-01-03' };
  expect((await queries.service.run(sql, asker, { days })).data).toEqual([
    { d: '2026-01-01', c: 0 },
    { d: '2026-01-02', c: 1 },
    { d: '2026-01-03', c: 0 },
    { d: '2026-01-04', c: 1 },
  ]);
});

it('orders by all columns', async () => {
  const sql = `SELECT x, n ${FROM} ORDER BY ALL DESC NULLS LAST LIMIT 1`;
  expect(await queries.run(sql)).toMatchObject({ data: [{ x: 7, n: 4 }], total: 2 });
});

it.each([
  ['STEP 0', 'STEP value cannot be zero'],
  ['STEP -1', 'STEP value cannot be negative'],
  ['TO n', 'constant'],
  ['INTERPOLATE (x AS n)', 'only the same column'],
  ['INTERPOLATE (x AS x + 1)', ') is expected'],
  ['INTERPOLATE (x AS length(arraySort(range(1000000))))', 'only the same column'],
  ['INTERPOLATE', 'as INTERPOLATE (name)'],
])('WITH FILL %s is refused', async (bounds, why) => {
  expect(await outcomeOf(`SELECT n ${FROM} ORDER BY n WITH FILL ${bounds}`)).toContain(why);
});
