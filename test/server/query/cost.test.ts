// The limits on the cost of a query, on the real engine: other queries are still answered.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createQueryService } from '../../../src/server/query/service.js';
import { createQueryStore } from '../../../src/server/query/store.js';
import { translate } from '../../../src/server/query/translate.js';
import { createCleanup } from '../../support/cleanup.js';
import { PATIENCE_MS } from '../../support/eventually.js';
import { createTestDirectory } from '../../support/temporary-directory.js';
import { openTestAnalytics } from '../database/analytics/open-test-analytics.js';
import { useQueries } from './query-under-test.js';

const { queries, outcomeOf } = useQueries();
const cleanUp = createCleanup();

/** Takes 300 MB of the engine's memory. */
const LARGE =
  'SELECT length(groupArray(n)) FROM (SELECT repeat(toString(arrayJoin(range(200000))), 200) AS n)';

it('sends each query to the engine with the limits of its cost', async () => {
  let asked = '';
  const database = {
    ...queries.database,
    query: async (sql: string) => {
      asked = sql;
      throw new Error('asked');
    },
  };
  await expect(createQueryStore(database).run('SELECT 1', [], 1)).rejects.toThrow('asked');
  expect(asked.split(/ SETTINGS |, /)).toEqual([
    'SELECT 1',
    'max_execution_time = 20',
    'max_result_rows = 1000000',
    "result_overflow_mode = 'throw'",
    'max_rows_in_join = 50000000',
    'max_subquery_depth = 100',
    'function_range_max_elements_in_block = 10000000',
    'exact_rows_before_limit = 1',
    'optimize_read_in_order = 0',
    "ignore_data_skipping_indices = 'ix_address'",
  ]);
});

it.each([
  ['the limit of one query', { queryMemoryBytes: 100_000_000 }, 'BAD_REQUEST'],
  [
    'the limit of all queries together, which is no error of the query',
    { queryMemoryBytes: 1_000_000_000, totalMemoryBytes: 300_000_000 },
    'SERVICE_UNAVAILABLE',
  ],
])('a query cannot take more memory than %s', async (_what, bounds, code) => {
  const database = await openTestAnalytics({
    directory: join(await createTestDirectory(cleanUp), 'analytics'),
    ...bounds,
  });
  cleanUp(() => database.close());
  const service = createQueryService(createQueryStore(database));
  await expect(
    service.run(LARGE, { workspaceId: 'ws', projectIds: ['mine'] }),
  ).rejects.toMatchObject({ code, message: expect.stringContaining('memory') });
});

it('a grouping that needs more memory goes on in files', async () => {
  const database = await openTestAnalytics({
    directory: join(await createTestDirectory(cleanUp), 'analytics'),
    queryMemoryBytes: 200_000_000,
  });
  cleanUp(() => database.close());
  const grouped = 'SELECT groupArray(number) AS all FROM numbers(3000000) GROUP BY number';
  const { data } = await database.query(
    `SELECT count() AS groups FROM (${grouped}) WHERE notEmpty(all)`,
  );
  expect(data).toEqual([{ groups: 3_000_000 }]);
});

describe('the cost of a query is limited', () => {
  it.each([
    ['rows of an answer', 'SELECT arrayJoin(range(2000000)) AS n LIMIT 1000000', undefined],
    [
      'rows that WITH FILL adds',
      'SELECT n FROM (SELECT arrayJoin([0, 1]) AS n) ORDER BY n WITH FILL TO 2000000 LIMIT 1000000',
      undefined,
    ],
    ['the size of arrays', 'SELECT range(100000000)', 'maximum'],
    [
      'bytes of an answer',
      "SELECT repeat('a', 1000000) AS s FROM (SELECT arrayJoin(range(60)) AS i)",
      'too large',
    ],
    [
      'memory',
      'SELECT length(groupArray(n)) FROM (SELECT repeat(toString(arrayJoin(range(1000000))), 2000) AS n)',
      'memory',
    ],
  ])('in %s', async (_what, query, why) => {
    const outcome = await outcomeOf(query);
    if (why === undefined)
      expect(JSON.parse(outcome)).toMatchObject({ total: 2_000_000, has_more: true });
    else expect(outcome).toMatch(new RegExp(`^refused: .*${why}`));
  });

  it.each([
    'toUInt64(n) AS key, 1 AS x FROM pair ORDER BY key WITH FILL TO 1000000000000000000',
    'n AS key, x FROM pair ORDER BY key WITH FILL TO 1000000, x WITH FILL FROM 0 TO 1000000000',
    'toFloat64(n) AS key, x FROM pair ORDER BY key WITH FILL STEP 1e-300',
    "toDateTime64('2026-01-01', 9) + n AS key, x FROM pair ORDER BY key WITH FILL TO toDateTime64('2030-01-01', 9) STEP 1",
    "n AS key, 'a' AS text FROM pair ORDER BY key WITH FILL TO 1000000000000 INTERPOLATE (text)",
  ])('in time, while WITH FILL adds rows: SELECT %s', async (select) => {
    const days = { from: '2026-01-01', to: '2026-01-31' };
    const pair = 'WITH pair AS (SELECT arrayJoin([0, 1]) AS n, 1 AS x)';
    const { sql } = translate(`${pair} SELECT ${select}`, { days });
    await expect(
      queries.database.query(`${sql} SETTINGS max_execution_time = 1`),
    ).rejects.toMatchObject({ code: '159' });
  });

  it('by how many queries of one workspace run at once', async () => {
    const ask = (workspaceId: string) =>
      queries.service
        .run(
          'SELECT sum(arrayJoin(range(3000000)))',
          { workspaceId, projectIds: ['mine'] },
          { waitMs: 0 },
        )
        .then(
          () => 'answered',
          (error) => error.code,
        );
    const [other, ...outcomes] = await Promise.all(['b', 'a', 'a', 'a', 'a', 'a'].map(ask));
    expect(other).toBe('answered');
    expect(outcomes.sort()).toEqual([
      'TOO_MANY_REQUESTS',
      'TOO_MANY_REQUESTS',
      'answered',
      'answered',
      'answered',
    ]);
    expect(await ask('a')).toBe('answered');
  });

  it('by how many queries wait for a place, each until its own timeout', async () => {
    const asker = { workspaceId: 'patient', projectIds: ['mine'] };
    const store = createQueryStore(queries.database);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    // The running ones end only after the impatient one has given up.
    const service = createQueryService({
      run: async (...given) => released.then(() => store.run(...given)),
    });
    const running = Array.from({ length: 3 }, () => service.run('SELECT 0', asker));
    const patient = ['SELECT 1', 'SELECT 2'].map((query) =>
      service.run(query, asker, { waitMs: PATIENCE_MS }),
    );
    const impatient = service.run('SELECT 3', asker, { waitMs: 1 });
    await expect(impatient).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    release();
    expect((await Promise.all(patient)).map(({ total }) => total)).toEqual([1, 1]);
    await Promise.all(running);
  });
});
