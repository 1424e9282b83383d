// The part of the contract of analytics databases that loads files of rows.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnalyticsDatabase } from '../../src/server/database/ports.js';
import {
  createTemporaryDirectory,
  type TemporaryDirectory,
} from '../support/temporary-directory.js';

/** Returns a function that writes rows into a new file of the folder. */
const createRowFiles = (folder: TemporaryDirectory) => {
  let files = 0;
  return async (rows: readonly (object | string)[], name = 'rows'): Promise<string> => {
    files += 1;
    const file = join(folder.path, `${files}-${name}.ndjson`);
    const lines = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row)));
    await writeFile(file, lines.map((line) => `${line}\n`).join(''));
    return file;
  };
};

type WriteRows = ReturnType<typeof createRowFiles>;

const event = (fields: object = {}) => ({
  project_id: 'prj_1',
  original_timestamp: '2026-11-20T10:00:00.123Z',
  message_id: 'm1',
  type: 'track',
  event: 'buy',
  ...fields,
});

const count = async (database: AnalyticsDatabase, project: string): Promise<unknown> => {
  const sql = `SELECT count() AS stored, uniqExact(message_id) AS ids FROM events
    WHERE project_id = {project:String}`;
  return (await database.query(sql, { project })).data[0];
};

const describeStoring = (database: () => AnalyticsDatabase, writeRows: () => WriteRows): void => {
  it('stores rows by column names, and JSON as it was written', async () => {
    const properties = { b: 1, a: null, 'x.y': [1, {}], z: {} };
    const row = event({
      project_id: 'prj_names',
      properties,
      revenue: null,
      no_such_column: { a: 1 },
    });
    await database().load({ table: 'events', file: await writeRows()([row]), token: 'names' });
    const { data } = await database().query(
      `SELECT properties, context, revenue, event_key, toString(event_date) AS day,
        toString(original_timestamp) AS at FROM events WHERE project_id = 'prj_names'`,
    );
    expect(data).toEqual([
      {
        properties: JSON.stringify(properties),
        context: '',
        revenue: 0,
        event_key: 'buy',
        day: '2026-11-20',
        at: '2026-11-20 10:00:00.123',
      },
    ]);
  });

  it('stores a load once if it is repeated with its token, across months', async () => {
    const rows = Array.from({ length: 2_000 }, (_, n) =>
      event({
        project_id: 'prj_twice',
        message_id: `m${n}`,
        original_timestamp: `2026-0${1 + (n % 9)}-03T00:00:00Z`,
      }),
    );
    const file = await writeRows()(rows);
    for (let n = 0; n < 3; n += 1) await database().load({ table: 'events', file, token: 'twice' });
    expect(await count(database(), 'prj_twice')).toEqual({ stored: 2_000, ids: 2_000 });
  });

  it('stores equal files with different tokens separately', async () => {
    const file = await writeRows()([event({ project_id: 'prj_equal' })]);
    await database().execute('SYSTEM STOP MERGES events');
    await database().load({ table: 'events', file, token: 'equal-1' });
    await database().load({ table: 'events', file, token: 'equal-2' });
    expect(await count(database(), 'prj_equal')).toEqual({ stored: 2, ids: 1 });
    await database().execute('SYSTEM START MERGES events');
    const sql = "SELECT count() AS n FROM events FINAL WHERE project_id = 'prj_equal'";
    expect((await database().query(sql)).data).toEqual([{ n: 1 }]);
  });
};

const describeOddities = (database: () => AnalyticsDatabase, writeRows: () => WriteRows): void => {
  it('accepts paths and tokens with quotes', async () => {
    const file = await writeRows()([event({ project_id: 'prj_quote' })], 'it\'s \\ "here"');
    await database().load({ table: 'events', file, token: "to'k\\en" });
    expect(await count(database(), 'prj_quote')).toEqual({ stored: 1, ids: 1 });
  });

  it('accepts lone surrogates, an empty file and empty lines', async () => {
    const lone = '{"project_id":"prj_odd","message_id":"\\ud800","properties":{"a":"\\udc00"}}';
    await database().load({
      table: 'events',
      file: await writeRows()([lone, '', '']),
      token: 'odd',
    });
    await database().load({ table: 'events', file: await writeRows()([]), token: 'empty' });
    expect(await count(database(), 'prj_odd')).toEqual({ stored: 1, ids: 1 });
  });

  it('stores nothing of a truncated file, and rejects a missing one', async () => {
    const torn = await writeRows()([
      event({ project_id: 'prj_torn' }),
      '{"project_id":"prj_torn", "mess',
    ]);
    await expect(database().load({ table: 'events', file: torn, token: 'torn' })).rejects.toThrow();
    expect(await count(database(), 'prj_torn')).toEqual({ stored: 0, ids: 0 });
    const missing = `${await writeRows()([])}-missing`;
    await expect(
      database().load({ table: 'events', file: missing, token: 'm' }),
    ).rejects.toMatchObject({
      name: 'DatabaseQueryError',
      message: expect.stringContaining('-missing'),
    });
  });

  it('refuses an invalid table name', async () => {
    const file = await writeRows()([event()]);
    const load = database().load({ table: 'events SELECT 1; --', file, token: 't' });
    await expect(load).rejects.toThrow(TypeError);
  });
};

/** @param database returns an open database with the current schema and without rows */
export const describeLoads = (database: () => AnalyticsDatabase): void => {
  let folder: TemporaryDirectory;
  let writeRows: WriteRows;
  beforeAll(async () => {
    folder = await createTemporaryDirectory();
    writeRows = createRowFiles(folder);
  });
  afterAll(() => folder.remove());

  describeStoring(database, () => writeRows);
  describeOddities(database, () => writeRows);
};
