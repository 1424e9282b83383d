// A query is refused at the word at fault, or written anew in words of ours.
import { describe, expect, it } from 'vitest';
import type { DomainError } from '../../../src/server/domain-error.js';
import { translate } from '../../../src/server/query/translate.js';

const days = { from: '2026-01-01', to: '2026-01-31' };

const refusalOf = (query: string): string => {
  try {
    return `accepted: ${translate(query, { days }).sql}`;
  } catch (error) {
    expect(error).toMatchObject({ code: 'BAD_REQUEST', fields: { param: 'body.query' } });
    return (error as DomainError).message;
  }
};

/** Each attack with the word that must be named. */
const ATTACKS: readonly (readonly [query: string, word: string])[] = [
  ["SELECT * FROM file('/etc/passwd', 'CSV')", 'file'],
  ["SELECT * FROM url('http://127.0.0.1/', 'CSV', 'x String')", 'url'],
  ["SELECT * FROM remote('127.0.0.1', system.one)", 'remote'],
  ["SELECT * FROM s3('https://x/y', 'CSV')", 's3'],
  ['SELECT * FROM numbers(10)', 'numbers'],
  ['SELECT * FROM zeros(10)', 'zeros'],
  ["SELECT * FROM executable('id', 'TSV', 'x String')", 'executable'],
  ["SELECT * FROM merge('default', '.*')", 'merge'],
  ["SELECT * FROM cluster('x', system.one)", 'cluster'],
  ["SELECT * FROM input('x String')", 'input'],
  ['SELECT * FROM view(SELECT 1)', 'view'],
  ['SELECT * FROM loop(events)', 'loop'],
  ['SELECT * FROM python(x)', 'python'],
  ["SELECT * FROM values('x String', 'a')", 'values'],
  ["SELECT * FROM generateRandom('x String')", 'generateRandom'],
  ["SELECT * FROM '/etc/passwd'", "'"],
  ['SELECT * FROM `/etc/passwd`', '`'],
  ['SELECT * FROM "file"(1)', '"'],
  ['SELECT * FROM secrets', 'secrets'],
  ['SELECT * FROM profiles', 'profiles'],
  ['SELECT * FROM wallet_labels', 'wallet_labels'],
  ['SELECT * FROM wallet_enrichment', 'wallet_enrichment'],
  ['SELECT * FROM sessions_daily', 'sessions_daily'],
  ['SELECT * FROM `secrets`', '`'],
  ['SELECT * FROM SECRETS', 'SECRETS'],
  ['SELECT * FROM system.tables', 'system'],
  ['SELECT * FROM system.users', 'system'],
  ['SELECT * FROM events.secrets', '.'],
  ['SELECT * FROM default.events', 'default'],
  ['SELECT * FROM information_schema.tables', 'information_schema'],
  ['SELECT * FROM events, secrets', 'secrets'],
  ['SELECT * FROM events JOIN secrets ON 1', 'secrets'],
  ['SELECT * FROM events CROSS JOIN system.one', 'system'],
  ['SELECT * FROM (SELECT * FROM secrets)', 'secrets'],
  ['SELECT * FROM events UNION ALL SELECT * FROM secrets', 'secrets'],
  ['SELECT * FROM events EXCEPT SELECT * FROM secrets', 'secrets'],
  ['(SELECT 1) UNION ALL (SELECT text FROM secrets)', 'secrets'],
  ['SELECT (SELECT text FROM secrets)', 'secrets'],
  ['SELECT 1 WHERE 1 IN (SELECT text FROM secrets)', 'secrets'],
  ['SELECT 1 WHERE exists(SELECT text FROM secrets)', 'secrets'],
  ['SELECT 1 WHERE 1 IN secrets', 'secrets'],
  ['SELECT 1 WHERE 1 NOT IN system.one', 'system'],
  ['SELECT 1 WHERE 1 GLOBAL IN secrets', 'GLOBAL'],
  ['SELECT in(1, secrets)', 'in'],
  ['SELECT notIn(1, secrets)', 'notIn'],
  ['SELECT 1 IS DISTINCT FROM (SELECT text FROM secrets)', 'secrets'],
  ['SELECT 1 IS DISTINCT secrets', 'DISTINCT'],
  ['WITH secrets AS (SELECT 1) SELECT * FROM (WITH x AS (SELECT 1) SELECT * FROM x), x', 'x'],
  ['WITH events AS (SELECT 1) SELECT * FROM events', 'events'],
  ['WITH a AS (SELECT * FROM secrets) SELECT * FROM a', 'secrets'],
  ['WITH a AS (SELECT * FROM b), b AS (SELECT 1) SELECT * FROM a', 'b'],
  ['WITH RECURSIVE a AS (SELECT 1 UNION ALL SELECT * FROM a) SELECT * FROM a', 'RECURSIVE'],
  ['WITH a AS (SELECT * FROM a) SELECT * FROM a', 'a'],
  ['WITH a AS (SELECT 1), a AS (SELECT 2) SELECT * FROM a', 'a'],
  ['WITH _ct_1 AS (SELECT 1) SELECT * FROM _ct_1', '_ct_1'],
  ['WITH 1 AS events SELECT * FROM events', 'events'],
  ['WITH 1 AS _ct_base SELECT 1 FROM events', '_ct_base'],
  ['WITH currentUser() AS x SELECT x', 'currentUser'],
  ['WITH (SELECT text FROM secrets) AS x SELECT x', 'secrets'],
  ['WITH 1 AS x SELECT * FROM x', 'x'],
  ['WITH 1 SELECT 1', 'SELECT'],
  ['SELECT _ct_base.project_id FROM events', '_ct_base'],
  ['SELECT `_CT_base`.project_id FROM events', '`'],
  ["SELECT file('/etc/passwd')", 'file'],
  ['SELECT sleep(3)', 'sleep'],
  ['SELECT sleepEachRow(1) FROM events', 'sleepEachRow'],
  ['SELECT hostName()', 'hostName'],
  ['SELECT fqdn()', 'fqdn'],
  ['SELECT version()', 'version'],
  ['SELECT uptime()', 'uptime'],
  ['SELECT currentUser()', 'currentUser'],
  ['SELECT currentDatabase()', 'currentDatabase'],
  ["SELECT getSetting('max_threads')", 'getSetting'],
  ["SELECT getServerSetting('max_threads')", 'getServerSetting'],
  ["SELECT getMacro('x')", 'getMacro'],
  ["SELECT dictGet('d', 'a', 1)", 'dictGet'],
  ["SELECT joinGet('secrets', 'text', 1)", 'joinGet'],
  ["SELECT hasColumnInTable('default', 'secrets', 'text')", 'hasColumnInTable'],
  ["SELECT arrayReduce('sum', [1])", 'arrayReduce'],
  ["SELECT initializeAggregation('sum', 1)", 'initializeAggregation'],
  ["SELECT catboostEvaluate('x', 1)", 'catboostEvaluate'],
  ['SELECT evalMLMethod(1)', 'evalMLMethod'],
  ['SELECT addressToLine(1)', 'addressToLine'],
  ["SELECT demangle('x')", 'demangle'],
  ['SELECT throwIf(1)', 'throwIf'],
  ["SELECT logTrace('x')", 'logTrace'],
  ['SELECT queryID()', 'queryID'],
  ['SELECT tcpPort()', 'tcpPort'],
  ['SELECT serverUUID()', 'serverUUID'],
  ['SELECT filesystemAvailable()', 'filesystemAvailable'],
  ['SELECT displayName()', 'displayName'],
  ['SELECT showCertificate()', 'showCertificate'],
  ['SELECT sumState(1)', 'sumState'],
  ['SELECT sumMerge(1)', 'sumMerge'],
  ['SELECT "file"(1)', '('],
  ['SELECT constructor(1)', 'constructor'],
  ['SELECT __proto__(1)', '__proto__'],
  ['SELECT * EXCEPT(_ct_base) FROM events', '_ct_base'],
  ["SELECT * EXCEPT('.*') FROM events", "'"],
  ['SELECT * EXCEPT(event FROM events', 'FROM'],
  ['SELECT * REPLACE(1 AS project_id) FROM events', 'REPLACE'],
  ['SELECT * APPLY(file) FROM events', 'APPLY'],
  ["SELECT COLUMNS('.*') FROM events", 'COLUMNS'],
  ['SELECT events.* APPLY toString FROM events', 'APPLY'],
  ['SELECT a.b.c.d FROM events', '.'],
  ['SELECT 1 SETTINGS readonly = 0', 'SETTINGS'],
  ['SELECT * FROM events SETTINGS max_execution_time = 0', 'SETTINGS'],
  ['SELECT * FROM (SELECT 1 SETTINGS readonly = 0)', 'SETTINGS'],
  ["SELECT 1 INTO OUTFILE '/tmp/x'", 'INTO'],
  ["SELECT 1 FROM events INTO OUTFILE '/tmp/x' FORMAT CSV", 'INTO'],
  ['SELECT 1 FORMAT CSV', 'FORMAT'],
  ['SELECT 1 AS x FORMAT CSV', 'FORMAT'],
  ['SELECT 1 AS format FORMAT CSV', 'FORMAT'],
  ['SELECT FROM events', 'FROM'],
  ['SELECT 1 AS FROM events', 'events'],
  ['SELECT 1 WHERE 1 IN [secrets, (SELECT text FROM secrets)]', 'secrets'],
  ["SELECT 1 AS 'x'", "'"],
  ['SELECT 1; SELECT 2', 'SELECT'],
  ['SELECT 1; DROP TABLE events', 'DROP'],
  ['SELECT 1;;', ';'],
  ['DROP TABLE events', 'DROP'],
  ['INSERT INTO events SELECT 1', 'INSERT'],
  ["INSERT INTO FUNCTION file('x') SELECT 1", 'INSERT'],
  ['ALTER TABLE events DELETE WHERE 1', 'ALTER'],
  ['CREATE TABLE x (y Int8) ENGINE = Memory', 'CREATE'],
  ['SHOW TABLES', 'SHOW'],
  ['DESCRIBE events', 'DESCRIBE'],
  ['EXPLAIN SELECT 1', 'EXPLAIN'],
  ['SET readonly = 0', 'SET'],
  ['USE system', 'USE'],
  ['SYSTEM SHUTDOWN', 'SYSTEM'],
  ['KILL QUERY WHERE 1', 'KILL'],
  ['BACKUP DATABASE default TO Disk(1)', 'BACKUP'],
  ['ATTACH TABLE x', 'ATTACH'],
  ['GRANT ALL ON x TO y', 'GRANT'],
  ['FROM secrets SELECT *', 'FROM'],
  ['SELECT 1 -- comment', '-'],
  ['SELECT 1 /* comment */', '/'],
  ['SELECT/**/1', '/'],
  ['SELECT 1 # comment', '#'],
  ['SELECT 1 #! comment', '#'],
  ['SELECT {x:String}', '{'],
  ['SELECT {projects:Array(String)}', '{'],
  ['SELECT * FROM {t:Identifier}', '{'],
  ['SELECT $1', '$'],
  ['SELECT $$text$$', '$'],
  ['SELECT @@version', '@'],
  ['SELECT ?', '?'],
  ["SELECT 'open", "'"],
  ['SELECT `open', '`'],
  ['SELECT "a\\"b"', '"'],
  ['SELECT `a``b`', '`'],
  ['SELECT 1 AS `a\\`', '`'],
  ['SELECT 0x41', '0x41'],
  ['SELECT 1_000', '1_000'],
  ['SELECT 1e309', '1e309'],
  ['SELECT ‘x’', '‘'],
  ['SELECT CAST(1 AS AggregateFunction(sum, UInt8))', 'AggregateFunction'],
  ["SELECT CAST(1, 'Object(json)')", 'Object'],
  ['SELECT CAST(1 AS constructor)', 'constructor'],
  ['SELECT 1::__proto__', '__proto__'],
  ["SELECT CAST('x', concat('Str', 'ing'))", 'concat'],
  ["SELECT JSONExtract(properties, 'a', concat('Str', 'ing')) FROM events", ')'],
  ["SELECT JSONExtract(properties, 'Dynamic') FROM events", 'Dynamic'],
  ['SELECT 1::Nothing', 'Nothing'],
  ['SELECT * FROM (SELECT 1) FINAL', 'FINAL'],
  ['WITH a AS (SELECT 1) SELECT * FROM a FINAL', 'FINAL'],
  ['SELECT * FROM events SAMPLE 1', 'SAMPLE'],
  ['SELECT * FROM events PREWHERE file(1)', 'file'],
  ['SELECT 1 FROM events GROUP BY ALL, event', ','],
  ["SELECT JSONExtract(properties, 'Tuple(_ct_a String)') FROM events", '_ct_a'],
  ["SELECT JSONExtract(properties, 'Tuple(a Dynamic)') FROM events", 'Dynamic'],
  ["SELECT now() - INTERVAL '1 x'", 'the end'],
  ['SELECT sum(revenue) FROM events GROUP BY event WITH TOTALS', 'WITH'],
  ['SELECT 1 LIMIT 1 WITH TIES', 'WITH'],
  ['SELECT 1 ORDER BY 1 WITH FILL', 'WITH'],
  ["SELECT 1 ORDER BY 'a' COLLATE 'en'", 'COLLATE'],
  ['SELECT 1 LIMIT -1', '-'],
  ['SELECT 1 LIMIT 1.5', '1'],
  ['SELECT 1 LIMIT (SELECT 1)', '('],
  ['SELECT 1 LIMIT 1000001', 'the end'],
  ['SELECT', 'the end'],
  ['SELECT 1,', 'the end'],
  ['', 'the end'],
];

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
    ['negations', `SELECT ${'NOT '.repeat(500)}1`, 'deeper'],
    ['types', `SELECT 1::${'Array('.repeat(100)}Int8${')'.repeat(100)}`, 'deeper'],
    ['words', `SELECT 1 ${'+ 1 '.repeat(3_000)}`, 'too long'],
  ])('by a mass of %s is refused', (_what, query, why) => {
    expect(refusalOf(query)).toContain(why);
  });

  it.each([
    ['levels', 58, (most: number) => `SELECT ${'('.repeat(most)}1${')'.repeat(most)}`],
    ['words', 2_498, (most: number) => `SELECT -1${' + 1'.repeat(most)}`],
    ['tables', 100, (most: number) => `SELECT 1 FROM ${Array(most).fill('labels').join(', ')}`],
  ])('by one too many of %s is refused, and not by as many as there may be', (_what, most, of) => {
    expect(refusalOf(of(most))).toContain('accepted');
    expect(refusalOf(of(most + 1))).not.toContain('accepted');
  });

  it('by blowing up named queries is refused', () => {
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
      'Line 2, column 3, at "sleep": this function is not one a query may call.',
    );
    expect(refusalOf('SELECT * FROM users')).toContain('there is no such table; there are events');
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
  ])('of %s are %i where up to 10,000 rows are asked for', (query, limit) => {
    expect(translate(query, { days, rows: 10_000 })).toMatchObject({ limit });
  });
});

describe('days', () => {
  it.each(['{date_from}', '{ date_from }', '{date_from:Date}', '{date_from: Date}'])(
    'may be named as %s',
    (name) => {
      expect(translate(`SELECT ${name} < {date_to}`, { days }).sql).toContain(
        "(toDate('2026-01-01') < toDate('2026-01-31'))",
      );
    },
  );

  it.each(['{date}', '{date_from:String}', '{}', '{{date_from}}', "{date_from'}", '{date_from'])(
    'are not named as %s',
    (name) => {
      expect(refusalOf(`SELECT ${name}`)).toContain('{date_from} and {date_to}');
    },
  );

  it('are values, and no names', () => {
    expect(refusalOf('SELECT 1 AS {date_from}')).not.toContain('accepted');
    expect(refusalOf('SELECT * FROM {date_from}')).not.toContain('accepted');
    expect(refusalOf('SELECT 1 LIMIT {date_from}')).not.toContain('accepted');
  });
});
