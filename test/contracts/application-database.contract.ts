// The requirements of every application database, whichever Postgres implements the port.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ApplicationDatabase } from '../../src/server/database/ports.js';
import { eventually } from '../support/eventually.js';

/** Resolves once it is ready: a check that takes longer than two seconds fails, which it does on a busy machine. */
const ready = (database: ApplicationDatabase) => eventually(() => database.isReady());

const describeValues = (database: () => ApplicationDatabase): void => {
  it('returns plain rows: timestamps as ISO text in UTC, dates as text, JSON parsed', async () => {
    const rows = await database().query(
      `SELECT $1::timestamptz AS at, '2026-11-20'::date AS day, '{"a":null}'::jsonb AS json,
        count(*) AS n, true AS yes, NULL::text AS none, ARRAY['a','b,"c'] AS list`,
      ['2026-11-20T12:00:00.123+02:00'],
    );
    expect(rows).toEqual([
      {
        at: '2026-11-20T10:00:00.123Z',
        day: '2026-11-20',
        json: { a: null },
        n: 1,
        yes: true,
        none: null,
        list: ['a', 'b,"c'],
      },
    ]);
  });

  it('returns any text that Postgres can store unchanged, alone and in lists', async () => {
    const anyText = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''));
    await fc.assert(
      fc.asyncProperty(anyText, fc.array(anyText), async (text, list) => {
        const sql = 'SELECT $1::text AS text, $2::text[] AS list';
        expect(await database().query(sql, [text, list])).toEqual([{ text, list }]);
      }),
    );
  });

  it('binds numbers, booleans, big integers, null and JSON as text', async () => {
    const rows = await database().query(
      'SELECT $1::float8 AS f, $2::int AS i, $3::bool AS b, $4::bigint AS big, $5::text AS none, $6::jsonb AS j, $7::int[] AS l',
      [1.5, -2, true, 12n, null, '{"z":[1]}', [1, 2]],
    );
    expect(rows).toEqual([
      { f: 1.5, i: -2, b: true, big: 12, none: null, j: { z: [1] }, l: [1, 2] },
    ]);
  });

  it('returns lists of timestamps and big integers like single ones', async () => {
    const rows = await database().query(
      `SELECT ARRAY['2026-11-20T12:00:00+02:00'::timestamptz, NULL] AS at,
        ARRAY['2026-11-20'::date] AS days, ARRAY[1::bigint, 9007199254740993] AS big,
        9007199254740993::bigint AS one`,
    );
    expect(rows).toEqual([
      {
        at: ['2026-11-20T10:00:00.000Z', null],
        days: ['2026-11-20'],
        big: [1, 9_007_199_254_740_993n],
        one: 9_007_199_254_740_993n,
      },
    ]);
  });

  it('converts timestamps to dates in UTC', async () => {
    const sql = "SELECT ('2026-11-20T23:30:00-02:00'::timestamptz)::date AS day";
    expect(await database().query(sql)).toEqual([{ day: '2026-11-21' }]);
  });

  it('rejects with the SQLSTATE', async () => {
    const insert = () =>
      database().query("INSERT INTO workspaces (id, name) VALUES ('wsp_twice', 'x')");
    await insert();
    await expect(insert()).rejects.toMatchObject({ name: 'DatabaseQueryError', code: '23505' });
    await expect(database().query('SELECT nothing')).rejects.toMatchObject({ code: '42703' });
  });
};

const describeTransactions = (database: () => ApplicationDatabase): void => {
  const names = async (prefix: string) => {
    const sql = 'SELECT id FROM workspaces WHERE id LIKE $1 ORDER BY id';
    return (await database().query<{ id: string }>(sql, [`${prefix}%`])).map(({ id }) => id);
  };

  it('commit all statements and return the result of the work', async () => {
    const answer = await database().transaction(async (sql) => {
      await sql.query("INSERT INTO workspaces (id, name) VALUES ('all_1', 'x')");
      await sql.query("INSERT INTO workspaces (id, name) VALUES ('all_2', 'x')");
      return 'done';
    });
    expect(answer).toBe('done');
    expect(await names('all_')).toEqual(['all_1', 'all_2']);
  });

  it('roll back when the work throws, and reject with the same error', async () => {
    const failure = new Error('changed my mind');
    const work = database().transaction(async (sql) => {
      await sql.query("INSERT INTO workspaces (id, name) VALUES ('none_1', 'x')");
      throw failure;
    });
    await expect(work).rejects.toBe(failure);
    expect(await names('none_')).toEqual([]);
  });

  it('roll back when a statement fails', async () => {
    const work = database().transaction(async (sql) => {
      await sql.query("INSERT INTO workspaces (id, name) VALUES ('fail_1', 'x')");
      await sql.query("INSERT INTO workspaces (id, name) VALUES ('fail_1', 'x')");
    });
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(await names('fail_')).toEqual([]);
    await ready(database());
  });

  it('do not block isReady()', async () => {
    const answer = await database().transaction(async (sql) => {
      await sql.query('SELECT 1');
      return database().isReady();
    });
    expect(answer).toEqual(expect.any(Boolean));
    await ready(database());
  });

  it('are serializable', async () => {
    const increments = Array.from({ length: 10 }, (_, n) =>
      database().transaction(async (sql) => {
        const [row] = await sql.query<{ n: number }>(
          "SELECT count(*) AS n FROM workspaces WHERE id LIKE 'mix_%'",
        );
        await sql.query('INSERT INTO workspaces (id, name) VALUES ($1, $2)', [
          `mix_${n}`,
          String(row?.n),
        ]);
      }),
    );
    await Promise.all(increments);
    const sql = "SELECT name FROM workspaces WHERE id LIKE 'mix_%' ORDER BY name";
    const seen = await database().query<{ name: string }>(sql);
    expect(seen.map(({ name }) => name)).toEqual(increments.map((_, n) => String(n)));
  });
};

const describeSchema = (database: () => ApplicationDatabase): void => {
  it('stores workspaces, projects, keys and secrets', async () => {
    const id = 'wsp_schema';
    await database().query('INSERT INTO workspaces (id, name) VALUES ($1, $2)', [id, 'Team']);
    await database().query('INSERT INTO projects (id, workspace_id, name) VALUES ($1, $2, $3)', [
      'prj_1',
      id,
      'App',
    ]);
    await database().query(
      `INSERT INTO api_keys (id, workspace_id, name, prefix, last4, hash, scopes)
       VALUES ('key_1', $1, 'first', 'ct', 'abcd', 'hash', $2)`,
      [id, ['query:read', 'alerts:write']],
    );
    await database().query("INSERT INTO write_keys (id, project_id) VALUES ('wk_1', 'prj_1')");
    await database().query("INSERT INTO secrets (name, value) VALUES ('jwt', 's')");
    const rows = await database().query(
      `SELECT k.scopes, k.created_at, k.shown_at, k.revoked_at, w.id AS write_key, s.value
       FROM api_keys k JOIN projects p USING (workspace_id)
       JOIN write_keys w ON w.project_id = p.id CROSS JOIN secrets s`,
    );
    expect(rows).toEqual([
      {
        scopes: ['query:read', 'alerts:write'],
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        shown_at: null,
        revoked_at: null,
        write_key: 'wk_1',
        value: 's',
      },
    ]);
  });

  it('refuses a project of an unknown workspace', async () => {
    const sql = "INSERT INTO projects (id, workspace_id, name) VALUES ('prj_x', 'wsp_none', 'x')";
    await expect(database().query(sql)).rejects.toMatchObject({ code: '23503' });
  });
};

/** @param open opens a database with the current schema and without rows */
export const applicationDatabaseContract = (
  name: string,
  open: () => Promise<ApplicationDatabase>,
) => {
  describe(`${name} as an application database`, () => {
    let database: ApplicationDatabase;
    beforeAll(async () => {
      database = await open();
    });

    it('is ready', async () => {
      await ready(database);
    });
    describe('values', () => describeValues(() => database));
    describe('transactions', () => describeTransactions(() => database));
    describe('schema', () => describeSchema(() => database));
    it('is not ready and refuses queries once closed', async () => {
      await database.close();
      await database.close();
      expect(await database.isReady()).toBe(false);
      await expect(database.query('SELECT 1')).rejects.toMatchObject({
        name: 'DatabaseUnavailableError',
      });
      await expect(database.transaction(async () => {})).rejects.toMatchObject({
        name: 'DatabaseUnavailableError',
      });
    });
  });
};
