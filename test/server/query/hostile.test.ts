// No query reads another workspace, another table or a file, on the real engine.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALLOWED_FUNCTIONS } from '../../../src/server/query/functions.js';
import { translate } from '../../../src/server/query/translate.js';
import { MARK, useQueries } from './query-under-test.js';

const { queries, outcomeOf } = useQueries();

it('the marks of forbidden rows and files exist, so that a leak would be noticed', async () => {
  const read = async (sql: string) => JSON.stringify((await queries.database.query(sql)).data);
  expect(await read('SELECT event FROM events')).toContain(MARK);
  expect(await read('SELECT text FROM secrets')).toContain(MARK);
  expect(await read(`SELECT * FROM file('${queries.secretFile}', 'CSV')`)).toContain(MARK);
});

it('allows only functions that the engine has and that read no data', async () => {
  const { data } = await queries.database.query<{ name: string }>(
    'SELECT name FROM system.functions',
  );
  const known = new Set(data.map(({ name }) => name));
  expect(ALLOWED_FUNCTIONS.filter((name) => !known.has(name))).toEqual([]);
  const reaching =
    /file|url|http|dict|joinGet|table|host|server|setting|macro|sleep|user$|^current|log|zookeeper|reduce|initialize|address|catboost|evalml|state$|merge$/i;
  expect(ALLOWED_FUNCTIONS.filter((name) => reaching.test(name))).toEqual([
    'log',
    'log2',
    'log10',
    'encodeURLComponent',
    'decodeURLComponent',
    'extractURLParameter',
    'extractURLParameters',
    'extractURLParameterNames',
    'cutURLParameter',
  ]);
});

it('refuses a function as the argument of a higher-order function', async () => {
  const { secretFile } = queries;
  for (const name of ALLOWED_FUNCTIONS.filter((one) => /^(?:array|map)/.test(one))) {
    const outcome = await outcomeOf(`SELECT ${name}((file), ['${secretFile}'])`);
    expect(outcome, name).not.toContain(MARK);
  }
  const refusal = ': a function is expected here, such as x -> lower(x)';
  for (const called of [
    'arrayMap(file, ',
    'arrayMap(x -> arrayMax(file, [x]), ',
    'arrayMin("file", ',
  ]) {
    expect(await outcomeOf(`SELECT ${called}['${secretFile}'])`)).toContain(refusal);
  }
});

it.each(['toInt32(anonymous_id)', 'toDate(anonymous_id)', 'toUUID(anonymous_id)'])(
  'the error of %s does not show stored values',
  async (conversion) => {
    const outcome = await outcomeOf(`SELECT ${conversion} FROM events`);
    expect(outcome).toContain('a string cannot be converted to the type asked for');
    expect(outcome).not.toContain('visitor');
  },
);

it.each([
  'SELECT events IN (1) FROM labels',
  'SELECT (events) IN (1) FROM labels',
  'SELECT (SELECT count() FROM sessions AS system), system.events IN (1) FROM labels',
])('%s does not compare with a table', async (query) => {
  expect(await outcomeOf(query)).toContain('Unknown expression');
});

describe('names that could lead elsewhere', () => {
  it.each([
    'SELECT 1 IN (secrets)',
    "SELECT secrets IN (SELECT 'x')",
    'SELECT 1 WHERE system.one NOT IN (1)',
    'SELECT 1 FROM events WHERE default.secrets IN (SELECT 1)',
    'SELECT text FROM events',
    'SELECT secrets.text FROM events',
    'SELECT `secrets.text` FROM events',
    'SELECT 1 WHERE (1) IN (secrets.text)',
    'SELECT is_bot FROM events',
    'SELECT message_hash FROM events',
    'SELECT _table, _part FROM events',
    'SELECT events._part FROM events',
    'SELECT x.text FROM (SELECT 1 AS y) AS secrets, events AS x',
    'SELECT default.secrets.text FROM events',
    "SELECT * FROM events WHERE project_id IN (SELECT project_id FROM events) OR project_id = 'theirs'",
    'SELECT * FROM events WHERE 1 OR 1',
    'SELECT * FROM sessions',
    'SELECT * FROM wallet_profiles',
    'SELECT * FROM labels',
    'SELECT * FROM labels AS a CROSS JOIN wallet_profiles AS b CROSS JOIN events AS c',
    "WITH secrets AS (SELECT 'mine' AS text) SELECT * FROM secrets",
    "SELECT 'theirs' AS project_id, event FROM events WHERE project_id = 'theirs'",
    "SELECT tuple('theirs') AS base, event FROM events",
    "SELECT (SELECT groupArray(event) FROM events) AS e, 'theirs' AS project_id",
    "SELECT arrayMap(project_id -> (SELECT groupArray(event) FROM events), ['theirs'])",
    "SELECT arrayMap(projects -> (SELECT groupArray(event) FROM events), ['theirs'])",
    'SELECT * FROM events AS a FULL OUTER JOIN events AS b ON a.message_id != b.message_id',
    "SELECT '\\'), (SELECT text FROM secrets), (\\'' FROM events",
    "SELECT ''''||(SELECT 1)||'''' FROM events",
    "SELECT 'x\\\\' , 'FROM secrets --' FROM events",
    'SELECT 1 AS "x) FROM secrets"',
    'SELECT event AS `a, (SELECT text FROM secrets)` FROM events',
    'WITH secrets AS x SELECT x FROM events',
    'WITH secrets.text AS x SELECT x, 1 IN (x) FROM events',
    "WITH 'theirs' AS project_id SELECT project_id, event FROM events",
    "WITH ['theirs'] AS projects, 'theirs' AS project_id SELECT groupArray(event) FROM events",
    'WITH (SELECT groupArray(event) FROM events) AS secrets SELECT secrets, 1 IN (secrets)',
    "WITH (SELECT 'x') AS profiles, (SELECT 'y') AS wallet_labels SELECT * FROM wallet_profiles, labels",
    "WITH (SELECT 'x') AS sessions_daily SELECT * FROM sessions",
    'SELECT * EXCEPT (event, project_id) FROM events',
    "SELECT event FROM events AS a FINAL PREWHERE 1 OR project_id = 'theirs' WHERE 1 OR 1",
    "SELECT project_id, groupArray(event) FROM events PREWHERE project_id = 'theirs' GROUP BY ALL",
  ])('%s show nothing', async (query) => {
    expect(await outcomeOf(query)).not.toContain(MARK);
  });
});

it.each(['events', 'sessions', 'wallet_profiles', 'labels'])(
  'computes nothing of rows of other workspaces in %s, as an error would reveal them',
  async (view) => {
    for (const failsWhere of ["project_id != 'mine'", "project_id = 'theirs'"]) {
      const fails = `bitShiftLeft(1, if(${failsWhere}, -1, 1))`;
      const asked = [
        `SELECT count() FROM ${view} WHERE ${fails} != 77`,
        `SELECT project_id FROM ${view} GROUP BY project_id HAVING ${fails} != 77`,
        `SELECT a.project_id FROM ${view} AS a JOIN ${view} AS b USING (project_id) WHERE ${fails.replace('project_id', 'a.project_id')} != 77`,
      ];
      for (const query of asked) expect(await outcomeOf(query), query).not.toContain('refused');
    }
  },
);

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Fragments of queries, many of them meant to read forbidden data. */
const pieces = [
  ...words(`SELECT FROM WHERE WITH AS UNION ALL JOIN ON IN NOT AND OR GROUP BY ORDER LIMIT 1 2 ( ) ( ) , , .
    * = [ ] -> :: ; events secrets system.tables default.secrets file url numbers event text project_id a b
    count() currentUser() SETTINGS FORMAT INTO OUTFILE ARRAY USING`),
  "'theirs'",
  `'${MARK.slice(0, 3)}'`,
  '`secrets`',
  '(SELECT text FROM secrets)',
  '(SELECT event FROM events)',
  "file('secret.csv')",
  'SELECT event FROM events',
  'WITH a AS (SELECT * FROM events)',
  'FROM a',
];

/** Queries that mostly run, with placeholders for names of forbidden tables and columns. */
const name = fc.constantFrom(
  'event',
  'text',
  'secrets',
  'secrets.text',
  'a.event',
  'project_id',
  '`text`',
  "'theirs'",
);
const value = fc.oneof(
  name,
  fc.constantFrom(
    '1',
    'count()',
    'groupArray(event)',
    "'x'",
    '(SELECT max(event) FROM events)',
    '(SELECT text FROM secrets)',
    'a.*',
    '*',
  ),
  fc
    .tuple(fc.constantFrom('toString', 'max', 'file', 'any', 'joinGet', 'lower'), name)
    .map(([f, n]) => `${f}(${n})`),
);
const source = fc.constantFrom(
  'events',
  'events AS a',
  'sessions AS a',
  'labels AS a',
  'wallet_profiles AS a JOIN labels AS b USING (address)',
  'profiles',
  'wallet_labels',
  'secrets',
  'system.one',
  '(SELECT * FROM events) AS a',
  '(SELECT event AS text FROM events) AS secrets',
  'events AS a JOIN events AS secrets USING (message_id)',
  'events AS a CROSS JOIN secrets',
  'a',
  "file('x')",
);
const condition = fc.oneof(
  fc.constant('1'),
  fc
    .tuple(name, fc.constantFrom('=', '!=', 'IN', 'NOT IN', 'LIKE'), value)
    .map(([l, o, r]) => `${l} ${o} ${/IN/.test(o) ? `(${r})` : r}`),
  fc.tuple(name, source).map(([l, s]) => `${l} IN (SELECT event FROM ${s})`),
);
const likely = fc
  .tuple(
    fc.array(value, { minLength: 1, maxLength: 3 }),
    source,
    condition,
    fc.constantFrom(
      '',
      'WITH a AS (SELECT * FROM events) ',
      'WITH secrets AS (SELECT event AS text FROM events) ',
      "WITH 'theirs' AS project_id ",
      "WITH 'x' AS secrets, secrets AS text ",
      'WITH (SELECT max(event) FROM events) AS a ',
    ),
    fc.constantFrom(
      '',
      ' UNION ALL SELECT text FROM secrets',
      ' LIMIT 5',
      ' SETTINGS readonly = 0',
    ),
  )
  .map(
    ([values, from, where, before, after]) =>
      `${before}SELECT ${values.join(', ')} FROM ${from} WHERE ${where}${after}`,
  );
const soup = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 14 })
  .map((parts) => `SELECT ${parts.join(' ')}`);

/** The tables and functions in the syntax tree that the engine itself makes of a query. */
const readByEngine = async (sql: string): Promise<{ tables: string[]; functions: string[] }> => {
  const { data } = await queries.database.query<{ explain: string }>(
    `EXPLAIN AST ${sql.replaceAll('{projects:Array(String)}', "['mine']")}`,
  );
  const found = (pattern: RegExp) =>
    data.flatMap(({ explain }) => explain.match(pattern)?.[1] ?? []);
  return { tables: found(/TableIdentifier (\S+)/), functions: found(/^\s*Function (\S+)/) };
};

describe('any text', () => {
  it.each([
    ['random sequence of words', soup],
    ['query with names of forbidden tables and columns', likely],
  ])('a %s never shows a mark', async (_what, texts) => {
    await fc.assert(
      fc.asyncProperty(texts, async (query) => {
        expect(await outcomeOf(query)).not.toContain(MARK);
      }),
      { numRuns: 150 },
    );
  });

  it('becomes a syntax tree of the engine with allowed tables and functions only', async () => {
    const allowed = new Set([...ALLOWED_FUNCTIONS, ...OPERATORS, 'argMinMerge', 'CAST']);
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(likely, async (query) => {
        let sql: string;
        try {
          ({ sql } = translate(query, { days: { from: '2026-01-01', to: '2026-01-31' } }));
        } catch {
          return;
        }
        accepted += 1;
        const { tables, functions } = await readByEngine(sql);
        for (const table of tables)
          expect(table).toMatch(/^(events|sessions_daily|profiles|wallet_labels|_ct_\d+)$/);
        expect(functions.filter((one) => !allowed.has(one))).toEqual([]);
      }),
      { numRuns: 300 },
    );
    expect(accepted).toBeGreaterThan(30);
  });
});

/** How the engine's syntax tree names operators. */
const OPERATORS = words(
  `equals notEquals in notIn like notLike and or not tuple array plus minus identity`,
);
