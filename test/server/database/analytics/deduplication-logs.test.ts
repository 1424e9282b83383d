// After a kill or a full disk between a block's token and its part, the repeated load stores the block once.
import { appendFile, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { EmbeddedAnalytics } from '../../../../src/server/database/analytics/open-analytics.js';
import { createCleanup } from '../../../support/cleanup.js';
import { eventually } from '../../../support/eventually.js';
import { createTestDirectory } from '../../../support/temporary-directory.js';
import { rowOf } from '../../analytics/analytics-under-test.js';
import { openTestAnalytics } from './open-test-analytics.js';
import { hitsIn, ROLLUPS } from './rollup-hits.js';

const cleanUp = createCleanup();
const TABLES = ['events', ...ROLLUPS];
const AT = Date.UTC(2026, 0, 15, 10);
let directory: string;

beforeEach(async () => {
  directory = await createTestDirectory(cleanUp);
});

const open = () => openTestAnalytics({ directory: join(directory, 'analytics') });

const load = async (database: EmbeddedAnalytics, name: string): Promise<void> => {
  const file = join(directory, `${name}.ndjson`);
  const address = '0x00000000219ab540356cBB839Cbe05303d7705Fa';
  const row = rowOf({ at: AT, project: name, message_id: name, session_id: 's', address });
  await writeFile(file, `${JSON.stringify(row)}\n`);
  await database.load({ table: 'events', file, token: name });
};

/** The directories of the parts that hold rows of a project. */
const partsOf = async (database: EmbeddedAnalytics, table: string, project: string) => {
  const { data } = await database.query<{ path: string }>(
    `SELECT path FROM system.parts WHERE active AND database = currentDatabase() AND table = '${table}'
      AND name IN (SELECT _part FROM ${table} WHERE project_id = {project:String})`,
    { project },
  );
  return data.map(({ path }) => path);
};

/** The number of rows of a project in each table. */
const hits = async (database: EmbeddedAnalytics, project: string) => {
  const stored = 'SELECT count() FROM events WHERE project_id = {project:String}';
  const sums = [stored, ...ROLLUPS.map(hitsIn)].map((select) => `(${select})`);
  const { data } = await database.query<{ hits: readonly number[] }>(
    `SELECT [${sums.join(', ')}] AS hits`,
    { project },
  );
  return data[0]?.hits;
};

const ALL = TABLES.map(() => 1);

it.each(TABLES)(
  'stores the rows that a kill left out of %s, and the others not twice',
  async (table) => {
    const before = await open();
    await before.execute('SYSTEM STOP MERGES');
    await load(before, 'earlier');
    await load(before, 'killed');
    expect(await hits(before, 'killed')).toEqual(ALL);
    const parts = await partsOf(before, table, 'killed');
    expect(parts).not.toEqual([]);
    await before.close();
    // The name that a part has when the engine is killed before it renames it.
    for (const part of parts) {
      await rename(part, join(dirname(part), `tmp_insert_${basename(part)}`));
    }

    const after = await open();
    cleanUp(() => after.close());
    expect(await hits(after, 'killed')).toEqual(TABLES.map((name) => (name === table ? 0 : 1)));
    await load(after, 'killed');
    await load(after, 'earlier');
    expect(await hits(after, 'killed')).toEqual(ALL);
    expect(await hits(after, 'earlier')).toEqual(ALL);
  },
);

it('stores a load again that the disk refused halfway', async () => {
  const database = await open();
  cleanUp(() => database.close());
  await load(database, 'earlier');
  const [part = ''] = await partsOf(database, 'events', 'earlier');
  // A file with the name of the next part makes writing that part fail.
  const inTheWay = part.replace(/_(\d+)_\d+_(\d+)\/?$/, (_, block, level) => {
    const next = Number(block) + 1;
    return `_${next}_${next}_${level}`;
  });
  await writeFile(inTheWay, '');
  await expect(load(database, 'refused')).rejects.toThrow(/Not a directory/);
  await rm(inTheWay);

  // A load waits 15 seconds for the next process, which takes longer to start on a busy machine.
  await eventually(() => load(database, 'refused'));
  await load(database, 'earlier');
  expect(await hits(database, 'refused')).toEqual(ALL);
  expect(await hits(database, 'earlier')).toEqual(ALL);
});

it.each([
  ['after a line that was cut off', '1\t202601_9_9_0\t2026', true],
  ['after a line that was cut off in its first field', '1\t', true],
  ['before a line that was cut off', '1\t202601_9_9_0\t2026', false],
])('recognises loads %s', async (_, torn, isBehind) => {
  let database = await open();
  await load(database, 'before');
  const { data } = await database.query<{ path: string }>(
    "SELECT data_paths[1] AS path FROM system.tables WHERE database = currentDatabase() AND name = 'events_daily'",
  );
  const table = data[0]?.path ?? '';
  const logs = join(table, 'deduplication_logs');
  const cutOff = async () => {
    for (const name of await readdir(logs)) await appendFile(join(logs, name), torn);
  };
  // The engine appends to the file after the line that was cut off.
  if (isBehind) await cutOff();
  await load(database, 'behind');
  if (!isBehind) await cutOff();
  await database.close();
  // The file of a correction that was killed.
  await writeFile(join(table, 'tmp_deduplication_log.txt'), torn);

  database = await open();
  cleanUp(() => database.close());
  for (const name of ['before', 'behind', 'after']) await load(database, name);
  await database.close();
  database = await open();
  for (const name of ['before', 'behind', 'after']) {
    await load(database, name);
    expect(await hits(database, name)).toEqual(ALL);
  }
  for (const name of await readdir(logs)) {
    expect(await readFile(join(logs, name), 'utf8')).toMatch(/^([12]\t[^\t\n]+\t[^\t\n]+\n)*$/);
  }
});
