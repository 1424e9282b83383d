// A query is either refused with the place of the wrong word, or rewritten by the translation.
import { describe, expect, it } from 'vitest';
import type { DomainError } from '../../../src/server/errors/domain-error.js';
import { translate } from '../../../src/server/query/translate.js';
import { ATTACKS } from './attacks.js';

const days = { from: '2026-01-01', to: '2026-01-31' };

const refusalOf = (query: string): string => {
  try {
    return `accepted: ${translate(query, { days }).sql}`;
  } catch (error) {
    expect(error).toMatchObject({ code: 'BAD_REQUEST', fields: { param: 'body.query' } });
    return (error as DomainError).message;
  }
};

describe('an attack', () => {
  it.each(ATTACKS)('%s is refused at %s', (query, word) => {
    const message = refusalOf(query);
    expect(message).not.toMatch(/^accepted/);
    expect(message).toMatch(/^Line \d+, column \d+, at /);
    const shown = /, at (?:"(.*?)": |(the end))/.exec(message);
    expect(shown?.[1] ?? shown?.[2]).toBe(word);
  });

  it.each([
    ['brackets', `SELECT ${'('.repeat(200)}1${')'.repeat(200)}`, 'deeper'],
    ['queries', `SELECT ${'(SELECT '.repeat(100)}1${')'.repeat(100)}`, 'deeper'],
    ['signs', `SELECT ${'- '.repeat(200)}1`, 'deeper'],
    ['plus signs', `SELECT ${'+ '.repeat(200)}1`, 'deeper'],
    ['choices', `SELECT ${'1 ? 1 : '.repeat(200)}1`, 'deeper'],
    ['negations', `SELECT ${'NOT '.repeat(500)}1`, 'deeper'],
    ['types', `SELECT 1::${'Array('.repeat(100)}Int8${')'.repeat(100)}`, 'deeper'],
    ['words', `SELECT 1 ${'+ 1 '.repeat(3_000)}`, 'too long'],
  ])('with very many %s is refused', (_what, query, why) => {
    expect(refusalOf(query)).toContain(why);
  });

  it.each([
    ['levels', 58, (most: number) => `SELECT ${'('.repeat(most)}1${')'.repeat(most)}`],
    ['words', 2_498, (most: number) => `SELECT -1${' + 1'.repeat(most)}`],
    ['tables', 100, (most: number) => `SELECT 1 FROM ${Array(most).fill('labels').join(', ')}`],
  ])('is refused with more %s than the limit, and accepted at the limit', (_what, most, of) => {
    expect(refusalOf(of(most))).toContain('accepted');
    expect(refusalOf(of(most + 1))).not.toContain('accepted');
  });

  it('with queries of WITH that multiply each other is refused', () => {
    const doubling = Array.from(
      { length: 20 },
      (_, index) => `q${index + 1} AS (SELECT * FROM q${index} a CROSS JOIN q${index} b)`,
    );
    const query = `WITH q0 AS (SELECT 1), ${doubling.join(', ')} SELECT * FROM q20`;
    expect(refusalOf(query)).toContain('too many tables');
  });
});

describe('a refusal', () => {
  it('names line, column and word', () => {
    expect(refusalOf('SELECT event,\n  sleep(1)\nFROM events')).toBe(
      'Line 2, column 3, at "sleep": this function is not supported.',
    );
    expect(refusalOf("SELECT event,\n  CAST(event, 'Array(Text8)')\nFROM events")).toBe(
      'Line 2, column 22, at "Text8": this type is not supported.',
    );
    expect(refusalOf("SELECT\n  CAST(event, 'Int8#')")).toContain('Line 2, column 20, at "#"');
    expect(refusalOf("SELECT\n  CAST(event, 'Array(')")).toContain('Line 2, column 22, at "\'"');
    expect(refusalOf('SELECT 1 ORDER BY 1 LIMIT 1 WITH TIES')).toContain('rank() OVER');
    expect(refusalOf('SELECT 1 WHERE event = ?')).toContain('write the value itself');
    expect(refusalOf('SELECT * FROM users')).toContain(
      'there is no such table; the tables are events',
    );
  });
});

describe('limits', () => {
  it.each([
    ['SELECT 1', 100, 0],
    ['SELECT 1 LIMIT 5', 5, 0],
    ['SELECT 1 LIMIT 5 OFFSET 3', 5, 3],
    ['SELECT 1 LIMIT 3, 5', 5, 3],
    ['SELECT 1 OFFSET 7', 100, 7],
    ['SELECT 1 LIMIT 1000000;', 1_000_000, 0],
    ['SELECT 1 UNION ALL SELECT 2 LIMIT 5', 100, 0],
    ['(SELECT 1 LIMIT 4)', 4, 0],
  ])('of %s are %i and %i', (query, limit, offset) => {
    expect(translate(query, { days })).toMatchObject({ limit, offset });
    expect(translate(query, { days }).sql).toMatch(new RegExp(`LIMIT ${limit} OFFSET ${offset}$`));
  });

  it.each([
    ['SELECT 1', 10_000],
    ['SELECT 1 LIMIT 5', 5],
  ])('of %s are %i when the caller allows up to 10,000 rows', (query, limit) => {
    expect(translate(query, { days, rows: 10_000 })).toMatchObject({ limit });
  });
});

describe('days', () => {
  it.each(['{date_from}', '{ date_from }', '{date_from:Date}', '{date_from: Date}'])(
    'can be written as %s',
    (name) => {
      expect(translate(`SELECT ${name} < {date_to}`, { days }).sql).toContain(
        "(toDate('2026-01-01') < toDate('2026-01-31'))",
      );
    },
  );

  it.each(['{date}', '{date_from:String}', '{}', '{{date_from}}', "{date_from'}", '{date_from'])(
    'cannot be written as %s',
    (name) => {
      expect(refusalOf(`SELECT ${name}`)).toContain('{date_from} and {date_to}');
    },
  );

  it('can stand for values, but not for names', () => {
    expect(refusalOf('SELECT 1 AS {date_from}')).not.toContain('accepted');
    expect(refusalOf('SELECT * FROM {date_from}')).not.toContain('accepted');
    expect(refusalOf('SELECT 1 LIMIT {date_from}')).not.toContain('accepted');
  });
});
