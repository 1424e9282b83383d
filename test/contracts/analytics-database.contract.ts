// The requirements of every analytics database, whichever engine implements the port.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AnalyticsDatabase } from '../../src/server/database/ports.js';
import { eventually } from '../support/eventually.js';
import { describeLoads } from './analytics-loads.contract.js';

/** Any text that UTF-8 can encode, with many characters that could end a literal. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom("'", '\\', '\t', '\n', '\0', '\r', '"', '`', 'N', ',', ']', ';'),
  }),
);

const describeQueries = (database: () => AnalyticsDatabase): void => {
  it('returns rows with their columns, counts and statistics', async () => {
    const answer = await database().query('SELECT number AS n FROM numbers(5) ORDER BY n LIMIT 2');
    expect(answer).toMatchObject({
      data: [{ n: 0 }, { n: 1 }],
      meta: [{ name: 'n', type: 'UInt64' }],
      rows: 2,
      statistics: { rows_read: expect.any(Number), bytes_read: expect.any(Number) },
    });
    expect(answer.rows_before_limit_at_least).toBeGreaterThanOrEqual(2);
  });

  it('returns the number of rows before the limit only if there is a limit', async () => {
    const answer = await database().query('SELECT 1 AS one');
    expect(answer).not.toHaveProperty('rows_before_limit_at_least');
  });

  it('rejects a result that exceeds mostBytes, also if it repeats one value', async () => {
    const sql = "SELECT repeat('a', 1000) AS s FROM numbers(100)";
    await expect(database().query(sql, {}, { mostBytes: 50_000 })).rejects.toMatchObject({
      name: 'DatabaseQueryError',
      code: '396',
    });
    expect((await database().query(sql, {}, { mostBytes: 500_000 })).rows).toBe(100);
    // Each of these characters has three bytes.
    const long = "SELECT repeat('€', 1000) AS s FROM numbers(100)";
    await expect(database().query(long, {}, { mostBytes: 200_000 })).rejects.toThrow('200000');
  });

  it('returns 64-bit integers as numbers', async () => {
    const { data } = await database().query('SELECT toUInt64(12345678901) AS big');
    expect(data).toEqual([{ big: 12_345_678_901 }]);
  });

  it('reads and writes times in UTC, whatever the time zone of the engine is', async () => {
    const { data } = await database().query(
      `SELECT toUnixTimestamp('2026-01-01 00:00:00') AS newYear, toString(fromUnixTimestamp(1767225600)) AS told,
        today() = toDate(now(), 'UTC') AS isToday`,
    );
    expect(data).toEqual([{ newYear: 1_767_225_600, told: '2026-01-01 00:00:00', isToday: 1 }]);
  });

  it('rejects an invalid statement with the error code of the engine', async () => {
    await expect(database().query('SELECT nothing_of_that_name')).rejects.toMatchObject({
      name: 'DatabaseQueryError',
      code: '47',
    });
  });

  it('counts as unavailable while its disk is full', async () => {
    await database().execute('CREATE TABLE full (a UInt8) ENGINE = MergeTree ORDER BY a');
    const write = 'INSERT INTO full SETTINGS min_free_disk_bytes_to_perform_insert = 1e18 SELECT 1';
    await expect(database().execute(write)).rejects.toMatchObject({
      name: 'DatabaseUnavailableError',
      message: expect.stringContaining('enough free space'),
    });
    await database().execute('DROP TABLE full');
  });

  it('never writes from a query', async () => {
    await database().execute(
      'CREATE TABLE IF NOT EXISTS kept (a UInt8) ENGINE = MergeTree ORDER BY a',
    );
    for (const sql of [
      'DROP TABLE kept',
      'SELECT 1; DROP TABLE kept',
      'INSERT INTO kept VALUES (1)',
    ]) {
      await expect(database().query(sql)).rejects.toThrow();
    }
    expect((await database().query('SELECT count() AS n FROM kept')).data).toEqual([{ n: 0 }]);
  });

  it('returns correct results after a query that failed midway', async () => {
    const failing = `SELECT number, throwIf(number = 50000) FROM numbers(100000) SETTINGS max_block_size = 100`;
    for (let round = 0; round < 3; round += 1) {
      await expect(database().query(failing)).rejects.toMatchObject({ code: '395' });
      const answers = await Promise.all([1, 2, 3].map((n) => database().query(`SELECT ${n} AS n`)));
      expect(answers.map(({ data }) => data)).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
    }
  });
};

const describeParameters = (database: () => AnalyticsDatabase): void => {
  it('returns any text unchanged, bound as String, Nullable and Array', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, fc.array(anyText, { maxLength: 5 }), async (text, list) => {
        const { data } = await database().query(
          'SELECT {text:String} AS text, {maybe:Nullable(String)} AS maybe, {list:Array(String)} AS list',
          { text, maybe: text, list },
        );
        expect(data).toEqual([{ text, maybe: text, list }]);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ["'; DROP TABLE events; --"],
    ["\\'; SELECT 1; --"],
    ['\\N'],
    ['NULL'],
    ["{text:String}', param_other = 'x"],
    ['ᚠ 😀 \u2028 \u00a0'],
  ])('binds %j as text and nothing else', async (text) => {
    const { data } = await database().query('SELECT {text:String} AS text', { text });
    expect(data).toEqual([{ text }]);
  });

  it('binds numbers, booleans, big integers, null and lists of numbers', async () => {
    const { data } = await database().query(
      `SELECT {n:Float64} AS n, {i:Int32} AS i, {yes:Bool} AS yes, {no:UInt8} AS no, {none:Nullable(String)} AS none,
        toString({big:UInt256}) AS big, {list:Array(Int64)} AS list, {empty:Array(String)} AS empty`,
      {
        n: 1e-7,
        i: -3,
        yes: true,
        no: false,
        none: null,
        big: 2n ** 200n,
        list: [1, -2],
        empty: [],
      },
    );
    expect(data).toEqual([
      {
        n: 1e-7,
        i: -3,
        yes: true,
        no: 0,
        none: null,
        big: String(2n ** 200n),
        list: [1, -2],
        empty: [],
      },
    ]);
  });

  it('accepts thousands of values at once', async () => {
    const list = Array.from({ length: 10_000 }, (_, n) => `0x${String(n).padStart(40, '0')}`);
    const { data } = await database().query('SELECT length({list:Array(String)}) AS n', { list });
    expect(data).toEqual([{ n: 10_000 }]);
  });

  it('inserts and deletes by lists of thousands of values', async () => {
    const wallets = Array.from({ length: 10_000 }, (_, n) => `0x${String(n).padStart(40, '0')}`);
    const numbers = wallets.map((_, n) => 2 ** 52 + n);
    await database().execute(
      'CREATE TABLE listed (w String, n Int64) ENGINE = MergeTree ORDER BY w',
    );
    await database().execute(
      `INSERT INTO listed SELECT l.1, l.2
       FROM (SELECT arrayJoin(arrayZip({wallets:Array(String)}, { numbers : Array(Int64) })) AS l)`,
      { wallets, numbers },
    );
    const read = 'SELECT count() AS n, sum(w IN {wallets:Array(String)}) AS named FROM listed';
    expect((await database().query(read, { wallets })).data).toEqual([
      { n: 10_000, named: 10_000 },
    ]);
    await database().execute(
      'ALTER TABLE listed DELETE WHERE w IN {wallets:Array(String)} SETTINGS mutations_sync = 2',
      { wallets: wallets.slice(1) },
    );
    expect((await database().query('SELECT n FROM listed')).data).toEqual([{ n: 2 ** 52 }]);
  });

  it('accepts a text of any length, and a list whose texts exceed the field size of a server together', async () => {
    const text = `'\\\n😀{text:String}\u0001`.repeat(20_000);
    const list = Array.from({ length: 5 }, (_, n) => `${n}${"'😀".repeat(10_000)}`);
    const { data } = await database().query(
      'SELECT {text:String} AS text, {list:Array(String)} AS list, {maybe:Nullable(String)} AS maybe',
      { text, list, maybe: text },
    );
    expect(data).toEqual([{ text, list, maybe: text }]);
  });

  it('refuses an invalid parameter name', async () => {
    await expect(database().query('SELECT 1', { 'x = 1, param_y': 'z' })).rejects.toThrow(
      TypeError,
    );
  });
};

/** @param open opens a database with the current schema and without rows */
export const analyticsDatabaseContract = (name: string, open: () => Promise<AnalyticsDatabase>) => {
  describe(`${name} as an analytics database`, () => {
    let database: AnalyticsDatabase;
    beforeAll(async () => {
      database = await open();
    });

    it('is ready', async () => {
      // A check that takes longer than two seconds fails, which it does on a busy machine.
      await eventually(() => database.isReady());
    });
    describe('queries', () => describeQueries(() => database));
    describe('parameters', () => describeParameters(() => database));
    describe('loads', () => describeLoads(() => database));
    describe('closing', () => {
      it('finishes a short query, aborts long ones, and accepts no more', async () => {
        const running = database.query('SELECT sleep(0.3) AS slept');
        // It sleeps and does not compute, because that would keep the short query from its end.
        const long =
          'SELECT sum(sleepEachRow(0.1)) FROM numbers(1000000) SETTINGS max_block_size = 1';
        const ended = expect(Promise.all(Array.from({ length: 10 }, () => database.query(long))));
        const rejected = ended.rejects.toMatchObject({ name: 'DatabaseUnavailableError' });
        await Promise.all([database.close(), database.close()]);
        // Had it waited for them, they would have failed with another error, a timeout.
        await rejected;
        expect((await running).rows).toBe(1);
        expect(await database.isReady()).toBe(false);
        await expect(database.query('SELECT 1')).rejects.toMatchObject({
          name: 'DatabaseUnavailableError',
        });
      });
    });
  });
};
