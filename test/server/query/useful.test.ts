// Typical queries of teams about their own events, on the real engine.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../../../src/protocol/check.js';
import { routes } from '../../../src/protocol/routes.js';
import { useQueries } from './query-under-test.js';
import { QUESTIONS } from './questions.js';

const { queries } = useQueries();

describe('a question', () => {
  it.each(QUESTIONS)('has the expected answer: %s', async (query, rows) => {
    const answer = await queries.run(query);
    expect(compile(routes.runQuery.answer)(answer)).toEqual([]);
    const values = answer.data.map((row) => Object.values(row));
    if (/ORDER BY/i.test(query)) expect(values).toEqual(rows);
    else expect(values).toEqual(expect.arrayContaining(rows));
    expect(values).toHaveLength(rows.length);
  });
});

it('shows each event once, no session for events without one, and the latest labels and profiles', async () => {
  for (const version of [1, 2]) {
    const at = `toDateTime64('2026-01-31 12:00:0${version}', 3, 'UTC')`;
    for (const insert of [
      `events (project_id, message_id, type, original_timestamp, timestamp) SELECT 'twice', 'm', 'page', ${at}, ${at}`,
      `wallet_labels (project_id, wallet, tag_id, value, version) SELECT 'twice', '0x1', 'vip', '${version}', ${version}`,
      `profiles (project_id, wallet, ens, version) SELECT 'twice', '0x1', '${version}', ${version}`,
    ]) {
      await queries.database.execute(`INSERT INTO ${insert}`);
    }
  }
  const asker = { workspaceId: 'ws', projectIds: ['twice'] };
  const { data } = await queries.service.run(
    'SELECT (SELECT count() FROM events) AS events, (SELECT count() FROM sessions) AS sessions, (SELECT groupArray(value) FROM labels) AS labels, (SELECT groupArray(ens) FROM wallet_profiles) AS profiles',
    asker,
  );
  expect(data).toEqual([{ events: 1, sessions: 0, labels: ['2'], profiles: ['2'] }]);
});

describe('the page of an answer', () => {
  it('contains the total number of rows', async () => {
    const page = (text: string) =>
      queries.run(`SELECT message_id FROM events ORDER BY message_id ${text}`);
    expect(await page('')).toMatchObject({ total: 40, limit: 100, offset: 0, has_more: false });
    expect(await page('LIMIT 10')).toMatchObject({
      total: 40,
      limit: 10,
      offset: 0,
      has_more: true,
    });
    expect(await page('LIMIT 10 OFFSET 30')).toMatchObject({
      total: 40,
      offset: 30,
      has_more: false,
    });
    expect((await page('LIMIT 10 OFFSET 35')).data).toHaveLength(5);
    expect(await page('LIMIT 10 OFFSET 90')).toMatchObject({
      data: [],
      total: 40,
      has_more: false,
    });
    expect(await page('LIMIT 0')).toMatchObject({ data: [], limit: 0 });
  });

  it.each([
    'SELECT type, rank FROM (SELECT type, row_number() OVER (PARTITION BY address ORDER BY timestamp) AS rank FROM events) WHERE rank = 1',
    'WITH ranked AS (SELECT rank() OVER (PARTITION BY address ORDER BY timestamp) AS place FROM events) SELECT * FROM ranked WHERE place = 2',
    'SELECT * FROM ((SELECT type FROM events ORDER BY timestamp) UNION DISTINCT (SELECT event FROM events))',
    'SELECT DISTINCT type, count() OVER (PARTITION BY type) AS n FROM events',
    'SELECT DISTINCT event FROM events ORDER BY event',
    'SELECT event, address FROM events ORDER BY timestamp LIMIT 1 BY event',
    'SELECT message_id FROM events',
  ])(
    'counts the rows of the result, not those that were sorted or read for it: %s',
    async (query) => {
      const { data } = await queries.run(`${query} LIMIT 1000`);
      expect(await queries.run(`${query} LIMIT 1`)).toMatchObject({ total: data.length });
      expect(await queries.run(`${query} LIMIT 2 OFFSET ${data.length - 1}`)).toMatchObject({
        total: data.length,
        has_more: false,
      });
    },
  );

  it('counts all rows also when they are stored in the order of ORDER BY', async () => {
    await queries.database.execute(
      `INSERT INTO events (project_id, message_id, type, timestamp, original_timestamp)
       SELECT 'months', toString(number), 'page', at, at FROM (
         SELECT number, toDateTime64('2026-01-31 12:00:00', 3, 'UTC') + INTERVAL number MINUTE AS at FROM numbers(2000)
       )`,
    );
    const inOrder = 'SELECT message_id FROM events ORDER BY project_id, event_date LIMIT 3';
    const asker = { workspaceId: 'ws', projectIds: ['months'] };
    expect(await queries.service.run(inOrder, asker)).toMatchObject({
      total: 2_000,
      has_more: true,
    });
  });

  it('names the columns and their types', async () => {
    const { meta } = await queries.run('SELECT event, count() AS n FROM events GROUP BY event');
    expect(meta).toEqual([
      { name: 'event', type: 'String' },
      { name: 'n', type: 'UInt64' },
    ]);
  });
});

describe('a mistake', () => {
  it.each([
    ['SELECT nope FROM events', 'nope'],
    ['SELECT sum(event) FROM events', 'String'],
    ['SELECT event, count() FROM events', 'event'],
    ["SELECT toDate('x')", 'cannot be converted'],
    ['SELECT 1 UNION ALL SELECT 1, 2', 'columns'],
    ['SELECT count(1, 2, 3) FROM events', 'count'],
    ["SELECT position('a') FROM events", 'arguments'],
    ['SELECT topK(3)() AS top', 'arguments'],
  ])('the error of %s uses the words of the query', async (query, word) => {
    const message = await queries.run(query).then(
      () => 'answered',
      (error) => `${error.code} ${error.message}`,
    );
    expect(message).toMatch(/^BAD_REQUEST The query cannot be run: /);
    expect(message).toContain(word);
    expect(message).not.toMatch(/_ct_|DB::|project_id IN|SETTINGS/);
  });
});

it('gives operators the same precedence as the engine', async () => {
  const term = fc.oneof(
    fc.integer({ min: 0, max: 9 }).map(String),
    fc.integer({ min: 1, max: 9 }).map((n) => `-${n}`),
    fc.constantFrom(
      '+1',
      '0x1F',
      '(1 ? 2 : 3)',
      "('a' = 'b')",
      '(2 IN (1, 2))',
      '(NOT 1)',
      "length('ab')",
      '[1, 2][2]',
      '(3, 4).1',
    ),
  );
  const operator = fc.constantFrom(
    '+',
    '-',
    '*',
    '%',
    '=',
    '!=',
    '<',
    '>=',
    'AND',
    'OR',
    'AND NOT',
    '/',
    'DIV',
    'MOD',
    '<=>',
    'IS DISTINCT FROM',
    'IS NOT DISTINCT FROM',
  );
  const text = fc
    .tuple(term, fc.array(fc.tuple(operator, term), { maxLength: 6 }))
    .map(([first, rest]) => `${first} ${rest.map((pair) => pair.join(' ')).join(' ')}`);
  await fc.assert(
    fc.asyncProperty(text, async (expression) => {
      const ours = await queries.run(`SELECT toString(${expression}) AS v`).then(
        ({ data }) => data,
        () => 'refused',
      );
      const theirs = await queries.database.query(`SELECT toString(${expression}) AS v`).then(
        ({ data }) => data,
        () => 'refused',
      );
      expect(ours).toEqual(theirs);
    }),
    { numRuns: 150 },
  );
});
