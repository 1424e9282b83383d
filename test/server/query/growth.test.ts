// A short query whose columns double from subquery to subquery would take all the memory of the engine.
import { expect, it } from 'vitest';
import { translate } from '../../../src/server/query/translate.js';

const days = { from: '2026-01-01', to: '2026-01-31' };
const translated = (query: string) => () => translate(query, { days });
const TOO_LONG = 'the query is too long once';

it.each([
  ['columns', (from: string) => `SELECT a + a AS a FROM (${from}) WHERE a > 0`],
  ['columns without a name', (from: string) => `SELECT \`plus(a, a)\` + a FROM (${from})`],
  ['columns with an alias', (from: string) => `SELECT b + b AS a FROM (SELECT * FROM (${from}))`],
  [
    'columns of a table',
    (from: string) => `SELECT a + a AS a FROM (SELECT x.* FROM (${from}) AS x)`,
  ],
  ['names', (from: string) => `SELECT a + a AS b, b + b AS a FROM (${from}) AS x`],
  [
    'a column that is selected twice',
    (from: string) => `SELECT a + a AS a, x.a FROM (${from}) AS x`,
  ],
  ['values', (from: string) => `WITH a + a AS c SELECT c + 1 AS a FROM (${from})`],
  ['unions', (from: string) => `SELECT a + a AS a FROM (SELECT 1 AS a UNION ALL ${from})`],
  [
    'columns of joined tables',
    (from: string) =>
      `SELECT a + a AS a FROM (SELECT * FROM (${from}) AS x CROSS JOIN (SELECT 1 AS a) AS y)`,
  ],
  [
    'columns of a table without a name',
    (from: string) => `SELECT \`plus(a, a)\` + a FROM (SELECT * FROM (${from}))`,
  ],
])('%s that grow from subquery to subquery are refused', (_what, grow) => {
  const nested = (levels: number): string =>
    levels === 0 ? 'SELECT revenue AS a FROM events' : grow(nested(levels - 1));
  expect(translated(nested(4))).not.toThrow();
  expect(translated(nested(18))).toThrow(TOO_LONG);
});

const chain = (length: number, next: (before: string) => string): string => {
  const queries = Array.from({ length }, (_, index) => `q${index + 1} AS (${next(`q${index}`)})`);
  return `WITH q0 AS (SELECT *, revenue AS a FROM events), ${queries.join(', ')} SELECT * FROM q${length}`;
};

it('columns that grow from one query of WITH to the next are refused, too', () => {
  const doubled = (before: string) => `SELECT a + ${before}.a AS a FROM ${before}`;
  expect(translated(chain(18, doubled))).toThrow(TOO_LONG);
});

it('a long query of WITH that is read several times is refused when the sum is too long', () => {
  const long = `SELECT ${'a + '.repeat(2_000)} a AS a FROM events`;
  const reads = (times: number) =>
    `WITH q AS (${long}) SELECT 1 FROM ${Array.from({ length: times }, (_, index) => `q AS t${index}`)}`;
  expect(translated(reads(10))).not.toThrow();
  expect(translated(reads(90))).toThrow(TOO_LONG);
});

it('a long chain of queries that only pass columns on is accepted', () => {
  const share = 'CASE WHEN revenue > 0 THEN volume / revenue ELSE volume END AS share';
  const carried = (before: string) =>
    `SELECT address, event, revenue, volume, ${share}, share * 100 AS percent FROM ${before} WHERE share > 0 AND revenue > 0`;
  expect(translated(chain(60, carried))).not.toThrow();
  const nested = (levels: number): string =>
    levels === 0 ? 'events' : `(${carried(nested(levels - 1))})`;
  expect(translated(carried(nested(25)))).not.toThrow();
});
