// Forms of SQL that the translation rewrites and that must keep their meaning, on the real engine.
import { expect, it } from 'vitest';
import { translate } from '../../../src/server/query/translate.js';
import { useQueries } from './query-under-test.js';

const { queries, outcomeOf } = useQueries();

const AT = "toDateTime('2026-03-31 12:00:00')";
const LEFT = '(SELECT arrayJoin([1, 2, 2]) AS id, 10 AS v)';
const RIGHT = '(SELECT arrayJoin([2, 2, 3]) AS id, 20 AS w)';
const GAPS =
  '(SELECT t.1 AS id, t.2 AS v FROM (SELECT arrayJoin([(1, NULL), (2, 1), (3, NULL)]) AS t))';
const joined = (join: string) =>
  `SELECT l.id AS a, r.id AS b, v, w FROM ${LEFT} AS l ${join} ${RIGHT} AS r ON l.id = r.id ORDER BY a, b`;

it.each([
  `SELECT date_add(DAY, 1, ${AT}) AS a, DATE_ADD(${AT}, INTERVAL 1 month) AS b, dateAdd(week, -1, ${AT}) AS c`,
  `SELECT date_sub(MONTH, 1, ${AT}) AS a, date_sub(${AT}, INTERVAL 2 DAY) AS b, dateSub(year, 1, ${AT}) AS c`,
  `SELECT timestamp_add(${AT}, INTERVAL 1 HOUR) AS a, timestampAdd(MINUTE, 5, ${AT}) AS b`,
  `SELECT timestamp_sub(SECOND, 1, ${AT}) AS a, timestampSub(quarter, 1, ${AT}) AS b`,
  `SELECT timestamp_diff(HOUR, ${AT}, ${AT} + INTERVAL 90 MINUTE) AS n`,
  `SELECT ${AT} + INTERVAL '2 DAY' AS a, ${AT} - INTERVAL '1' WEEK AS b`,
  "SELECT position('b' IN 'abc') AS a, POSITION('a' || 'b' IN lower('XAB')) AS b, position('abc', 'b', 3) AS c, position('b' IN ['abc'][1]) AS d, position('a' IN ('abc')) AS e",
  "SELECT substring('hello' FROM 2) AS a, SUBSTRING('hello' FROM -3 FOR 1 + 1) AS b, substring('hello', 2, 3) AS c",
  "SELECT trim(BOTH 'x' FROM 'xxaxx') AS a, TRIM(LEADING 'x' FROM 'xax') AS b, trim(trailing 'xy' from 'axyx') AS c, trim(' x ') AS d, trim('xax', 'x') AS e",
  "SELECT trim(BOTH '''' FROM '''a''') AS a, trim(BOTH ']^-[' FROM ']a[') AS b, trim(BOTH concat('x', '') FROM 'xax') AS c",
  `SELECT any(v) RESPECT NULLS AS a, any(v) IGNORE NULLS AS b, first_value(v) RESPECT NULLS AS c, last_value(v) RESPECT NULLS AS d, anyIf(v, 1) RESPECT NULLS AS e, first_value(v) FILTER (WHERE id > 1) RESPECT NULLS AS f FROM ${GAPS}`,
  `SELECT id, lag(v) IGNORE NULLS OVER (ORDER BY id) AS a, last_value(v) IGNORE NULLS OVER (ORDER BY id) AS b, first_value(v) RESPECT NULLS OVER (ORDER BY id) AS c, nth_value(v, 1) IGNORE NULLS OVER (ORDER BY id) AS d, leadInFrame(v) IGNORE NULLS OVER w AS e FROM ${GAPS} WINDOW w AS (ORDER BY id) ORDER BY id`,
  `SELECT string_agg(toString(id), ',') AS a, groupConcat(',')(toString(id)) AS b, quantileExactLow(0.5)(id) AS c, quantileExactHigh(0.5)(id) AS d, quantileExactInclusive(0.5)(id) AS e, quantileExactExclusive(0.5)(id) AS f FROM ${LEFT}`,
  `SELECT sumMap(map('a', id)) AS a, sumMap([1], [id]) AS b, minMap(map('a', id)) AS c, maxMapIf(map('a', id), id < 2) AS d FROM ${LEFT}`,
  `SELECT JSONExtractKeysAndValues('{"o": {"a": 1}}', 'o', 'Int8') AS a, accurateCastOrNull(300, 'UInt8') AS b, accurateCastOrNull('5', 'Int8') AS c, locate('b', 'abc') AS d, extractAllGroupsVertical('a=1', '(\\\\w)=(\\\\w)') AS e`,
  `SELECT extract(EPOCH FROM ${AT}) AS a, EXTRACT(dow FROM ${AT}) AS b, extract(DOY FROM ${AT}) AS c, extract(ISODOW FROM ${AT}) AS d, extract(ISOYEAR FROM ${AT}) AS e, extract(dow, '.') AS f FROM (SELECT 'ab' AS dow)`,
  'SELECT sum(n) ignore, max(n) AS respect FROM (SELECT 1 AS n)',
  'SELECT arraySort([2, 1]) AS up, arrayReverseSort([1, 2]) AS down, arraySum([1, 2]) AS sum',
  'SELECT n FROM (SELECT arrayJoin([2, NULL, 1]) AS n) ORDER BY n NULLS FIRST',
  'SELECT n FROM (SELECT arrayJoin([2, NULL, 1]) AS n) ORDER BY n DESC NULLS LAST',
  'SELECT id, row_number() OVER (ORDER BY id ROWS 1 PRECEDING) AS n FROM (SELECT arrayJoin([3, 1]) AS id) ORDER BY id',
  'SELECT id, sum(id) OVER (ORDER BY id RANGE BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS n FROM (SELECT arrayJoin([1, 2, 4]) AS id) ORDER BY id',
  'with x as (select 1 as n) select n from x',
  'WITH x AS (SELECT 1 AS n) SELECT n + (WITH x AS (SELECT 10 AS n) SELECT n FROM x) AS sum FROM x',
  `SELECT id, v FROM ${LEFT} ORDER BY id LIMIT 1 BY id`,
  `SELECT * EXCEPT v, 5 AS w FROM ${LEFT} ORDER BY id`,
  ...['INNER', 'LEFT', 'RIGHT', 'FULL', 'LEFT OUTER', 'ALL INNER', 'LEFT ANY', 'ANY LEFT'].map(
    (kind) => joined(`${kind} JOIN`),
  ),
  ...['SEMI LEFT', 'LEFT SEMI', 'RIGHT SEMI', 'LEFT ANTI', 'ANTI RIGHT'].map((kind) =>
    joined(`${kind} JOIN`),
  ),
  joined('ASOF JOIN').replace(' ORDER BY', ' AND l.v < r.w ORDER BY'),
  joined('LEFT ASOF JOIN').replace(' ORDER BY', ' AND l.v < r.w ORDER BY'),
  `SELECT l.id AS a, r.id AS b FROM ${LEFT} AS l CROSS JOIN ${RIGHT} AS r ORDER BY a, b`,
  `SELECT l.id AS a, r.id AS b FROM ${LEFT} l, ${RIGHT} r ORDER BY a, b`,
])('%s has the same result as on the engine', async (sql) => {
  const [ours, theirs] = await Promise.all([queries.run(sql), queries.database.query(sql)]);
  expect(ours.data).toEqual(theirs.data);
  expect(ours.data.length).toBeGreaterThan(0);
});

it.each([
  ['sum(id) OVER (ORDER BY id ROWS 1.5 PRECEDING)', 'a bound of the frame'],
  ["sum(id) OVER (ORDER BY id ROWS '5' PRECEDING)", 'a bound of the frame'],
  ['sum(id) OVER (ORDER BY id ROWS 5)', 'PRECEDING or FOLLOWING'],
  ['extract(doe FROM id)', '"FROM"'],
  ['extract(dow FROM secrets.a.b)', 'a column is written as column or table.column'],
  ['lag(v) RESPECT NULLS OVER (ORDER BY id)', 'Function lag does not support RESPECT NULLS'],
  ['count(v) RESPECT NULLS', 'Function count does not support RESPECT NULLS'],
  ["lower('A') RESPECT NULLS", '"NULLS": the query should end here'],
  ["position('a' IN secrets.text)", 'secrets'],
  ["position('a', 'b' IN 'c')", 'IN requires a list'],
  ["substring('a' FOR 2)", ') is expected'],
  ["substring('a' FROM 1, 2)", ') is expected'],
  ["trim(BOTH 'a')", 'FROM is expected'],
  ["trim(LEADING 'a' FROM (SELECT text FROM secrets))", 'there is no such table'],
  ['id AS "a{b"', 'characters that are not supported'],
  ['id AS "{b"', 'characters that are not supported'],
  ['id AS "b{"', 'characters that are not supported'],
  [`id AS ${'n'.repeat(129)}`, 'too long'],
])('%s is refused', async (value, why) => {
  expect(await outcomeOf(`SELECT ${value} FROM ${LEFT}`)).toContain(why);
});

it('trims without a named side, and trims columns that are named like one', async () => {
  const { data } = await queries.run(
    "SELECT trim('x' FROM 'xax') AS a, trim(both) AS b, trim(leading, 'a') AS c, trim(BOTH 'b' FROM leading) AS d FROM (SELECT ' b ' AS both, 'abab' AS leading)",
  );
  expect(data).toEqual([{ a: 'a', b: 'b', c: 'bab', d: 'aba' }]);
});

it('does not take the first string of a longer expression for a time zone', async () => {
  const query = "WITH 'UTC' || '' AS zone SELECT toString(toDateTime(0), zone)";
  expect(await outcomeOf(query)).toContain('a time zone is expected');
});

it('accepts exactly as many words and signs as the error says', () => {
  const days = { from: '2026-01-01', to: '2026-01-31' };
  const most = `SELECT ${Array(2_500).fill('1').join()}`;
  expect(translate(most, { days }).limit).toBe(100);
  expect(() => translate(`${most};`, { days })).toThrow('the query is too long');
});
