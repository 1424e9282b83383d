// The translation must not change how the engine reads numbers and strings, nor how operators bind.
import { describe, expect, it } from 'vitest';
import { useQueries } from './query-under-test.js';

const { queries } = useQueries();

const both = async (expression: string) => {
  const sql = `SELECT toString(${expression}) AS v`;
  const [ours, theirs] = await Promise.all([queries.run(sql), queries.database.query(sql)]);
  return { ours: ours.data, theirs: theirs.data };
};

describe('a number that is cast', () => {
  it.each([
    ['123456789012345678901234567890::UInt256', '123456789012345678901234567890'],
    [
      '-170141183460469231731687303715884105728::Int128',
      '-170141183460469231731687303715884105728',
    ],
    ['0.123456789012345678901::Decimal(40, 21)', '0.123456789012345678901'],
    ['-1::String', '-1'],
    ['-1::Int8::String', '-1'],
    ['2 -1::Int8', '1'],
  ])('%s keeps its sign and all of its digits', async (expression, value) => {
    const { ours, theirs } = await both(expression);
    expect(ours).toEqual([{ v: value }]);
    expect(theirs).toEqual(ours);
  });

  it.each([
    ['0x1F::UInt8', '31'],
    ['-0x8::Int8', '-8'],
    ['1_000::UInt16', '1000'],
    [
      `0x${'f'.repeat(64)}::UInt256`,
      '115792089237316195423570985008687907853269984665640564039457584007913129639935',
    ],
  ])('%s keeps its value, which the engine casts only from a string', async (expression, value) => {
    expect((await queries.run(`SELECT toString(${expression}) AS v`)).data).toEqual([{ v: value }]);
  });

  it('may have an exponent', async () => {
    const { data } = await queries.run('SELECT toString(1e18::UInt256) AS wei, -1e3::Int32 AS n');
    expect(data).toEqual([{ wei: '1000000000000000000', n: -1_000 }]);
  });
});

it.each([
  '1 BETWEEN 0 AND 2 = 1',
  '1 NOT BETWEEN 0 AND 2 = 1',
  '1 BETWEEN 0 = 0 AND 3',
  '1 = 2 BETWEEN 0 AND 0',
  '5 BETWEEN 1 AND 9 BETWEEN 0 AND 1',
  '5 BETWEEN 1 AND 9 NOT BETWEEN 0 AND 1',
  '1 BETWEEN 0 AND NULL IS NULL',
  '1 BETWEEN 0 AND 2 AND 0',
  '1 IS DISTINCT FROM NULL',
  'NULL IS NOT DISTINCT FROM NULL',
  'NULL <=> 1',
  '2 IS DISTINCT FROM 2 = 2',
  '2 = 2 IS DISTINCT FROM 2',
  '2 <=> 2 = 2',
  '2 = 2 <=> 2',
  '2 IS DISTINCT FROM 2 BETWEEN 2 AND 3',
  '3 IS DISTINCT FROM 3 IS DISTINCT FROM 0',
  '3 IS NOT DISTINCT FROM 3 IS NULL',
  '2 IS DISTINCT FROM 2 IN (0)',
  '1 BETWEEN 0 AND 5 <=> 5',
  '0 BETWEEN 0 AND 1 IS NOT DISTINCT FROM 0',
  '0x1F',
  '-0XfF',
  '0b101 + 1_000',
  '1_0.5_0',
  '0xFFFFFFFFFFFFFFFF',
  '0xFFFFFFFFFFFFFFFFFF',
  'toTypeName(0x1F)',
  '+1',
  '2 + +3',
  '-+1',
  "+'a'",
  '1 ? 2 : 3',
  '1 ? (0 ? 5 : 6) : 3',
  '0 OR 1 ? 1 = 2 : 3',
  '7 DIV 2 * 2',
  '2 * 7 DIV 3',
  '1 + 7 DIV 2',
  '9 % 5 MOD 3',
  '-7 MOD 3 = -1',
  '7 DIV -2',
  "'abc' REGEXP 'b' || 'c'",
  "NOT 'abc' REGEXP 'x'",
  "'abc' REGEXP 'b.' = 1",
  '1 IS TRUE',
  '0 IS NOT TRUE = 1',
  'NULL IS NOT FALSE',
  'NULL IS UNKNOWN',
])('%s has the precedence that the engine gives it', async (expression) => {
  const { ours, theirs } = await both(expression);
  expect(ours).toEqual(theirs);
});

it('accepts nested ternary operators, for which the engine needs brackets', async () => {
  const { data } = await queries.run('SELECT 1 ? 0 ? 5 : 6 : 3 AS a, 0 ? 1 : 0 ? 2 : 4 AS b');
  expect(data).toEqual([{ a: 6, b: 4 }]);
});

it.each([
  "'\\x41\\x62'",
  "'\\xE2\\x82\\xAC'",
  "hex('\\a\\b\\e\\f\\n\\r\\t\\v\\0')",
  "'\\d\\%\\_'",
  "'\\\\x41'",
  "'it''s \\' \\\\'",
  "'\\/\\=\\\"\\`\\N'",
  "'\\X41'",
  "'\\x4a\\x4B'",
  "'two\\\nlines'",
])('%s stays the same string', async (expression) => {
  const { ours, theirs } = await both(expression);
  expect(ours).toEqual(theirs);
});

it('leaves escaped bytes that are not valid UTF-8 as they are written', async () => {
  const { data } = await queries.run("SELECT '\\xFF' AS bytes, '\\x4' AS half");
  expect(data).toEqual([{ bytes: '\\xFF', half: '\\x4' }]);
});
