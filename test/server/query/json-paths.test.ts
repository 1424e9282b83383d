// Which JSONPaths a query may use, on the real engine, which tries each index of a range, however long that takes.
import { expect, it } from 'vitest';
import { ALLOWED_FUNCTIONS } from '../../../src/server/query/functions.js';
import { useQueries } from './query-under-test.js';

const { queries, outcomeOf } = useQueries();

const TEXT = `'{"a":[{"b":1},{"b":2},{"b":3}],"to":"x","c d":{"e":[[1,2],[3]]}}'`;

it.each([
  '$.a[0].b',
  '$.a[0 to 2].b',
  '$.a[0, 2].b',
  '$.a[0 to 1, 2].b',
  '$.a[*].b',
  '$.to',
  `$."c d".e[1][0]`,
  `$["to"]`,
  '$.a[0 TO 999].b',
  '$.a[2000000].b',
])('%s has the same result as on the engine', async (path) => {
  const sql = `SELECT JSON_VALUE(${TEXT}, '${path}') AS a, JSON_QUERY(${TEXT}, '${path}') AS b, JSON_EXISTS(${TEXT}, '${path}') AS c`;
  const [ours, theirs] = await Promise.all([
    outcomeOf(sql),
    queries.database.query(sql).then(({ data }) => JSON.stringify(data), String),
  ]);
  expect(ours).toContain(theirs.startsWith('[') ? theirs : 'refused');
});

it.each(['JSON_VALUE', 'JSON_QUERY', 'JSON_EXISTS', 'json_value'])(
  '%s refuses a path with more indexes than a query has time for',
  async (name) => {
    for (const path of [
      '$.a[0 to 999999]',
      '$.a[0 to 2000000000]',
      '$.a[0 to 100][0 to 100][0 to 100]',
      '$.a[0 to 600, 0 to 600]',
      '$.a[0 to 0x77359400]',
      '$.a[0/**/to 9]',
      '$.a[0\tto\t999999]',
      '$."["[0 to 999999]',
      '$.a[0 to 999999',
    ]) {
      const outcome = await outcomeOf(`SELECT ${name}(${TEXT}, '${path}')`);
      expect(outcome, path).toMatch(/brackets of a path|at most 1000 indexes/);
    }
    const byName = `WITH '$.a[0 to 999999]' AS path SELECT ${name}(${TEXT}, path)`;
    expect(await outcomeOf(byName)).toContain('at most 1000 indexes');
    const made = `SELECT ${name}(${TEXT}, concat('$.a[0 to ', '999999]'))`;
    expect(await outcomeOf(made)).toContain('a path in quotes is expected');
  },
);

it('accepts a path that WITH has given a name', async () => {
  expect(await outcomeOf(`WITH '$.to' AS path SELECT JSON_VALUE(${TEXT}, path) AS a`)).toContain(
    '"a":"x"',
  );
});

it('knows all functions of the engine that take a path', () => {
  expect(ALLOWED_FUNCTIONS.filter((name) => /^json_/i.test(name)).toSorted()).toEqual([
    'JSON_EXISTS',
    'JSON_QUERY',
    'JSON_VALUE',
  ]);
});
