// The rollups match the events after crashes, after repeated loads, and for events that existed before them.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { rollupsMigration } from '../../../../src/server/database/analytics/migrations/0003-rollups.js';
import { SINGLE_STORAGE } from '../../../../src/server/database/analytics/table-storage.js';
import type { AnalyticsDatabase } from '../../../../src/server/database/ports.js';
import { createCleanup } from '../../../support/cleanup.js';
import { createTestDirectory } from '../../../support/temporary-directory.js';
import { rowOf, type Sent } from '../../analytics/analytics-under-test.js';
import { openTestAnalytics } from './open-test-analytics.js';
import { hitsIn, ROLLUPS } from './rollup-hits.js';

const cleanUp = createCleanup();
let directory: string;
let database: AnalyticsDatabase;

beforeAll(async () => {
  directory = await createTestDirectory(cleanUp);
  database = await openTestAnalytics({ directory: join(directory, 'analytics') });
  cleanUp(() => database.close());
});

const AT = Date.UTC(2026, 0, 15, 10);
const event = (project: string, changes: Partial<Sent> = {}): Sent => ({
  at: AT,
  project,
  session_id: 's',
  address: '0x00000000219ab540356cBB839Cbe05303d7705Fa',
  ...changes,
});

const write = async (name: string, events: readonly Sent[]): Promise<string> => {
  const file = join(directory, `${name}.ndjson`);
  await writeFile(file, events.map((one) => `${JSON.stringify(rowOf(one))}\n`).join(''));
  return file;
};

/** The number of events of a project in each rollup. */
const counts = async (project: string): Promise<readonly number[]> => {
  const all = ROLLUPS.map((table) => `SELECT n, '${table}' AS name FROM (${hitsIn(table)})`);
  const { data } = await database.query<{ n: number }>(
    `SELECT n FROM (${all.join(' UNION ALL ')}) ORDER BY name`,
    { project },
  );
  return data.map(({ n }) => n);
};

const migrateAgain = async (): Promise<void> => {
  for (const sql of rollupsMigration(SINGLE_STORAGE).statements) await database.execute(sql);
};

describe('the rollups', () => {
  it('count a repeated load once', async () => {
    const file = await write('repeated', [event('repeated'), event('repeated', { at: AT + 1 })]);
    for (let n = 0; n < 3; n++) {
      await database.load({ table: 'events', file, token: 'repeated' });
    }
    expect(await counts('repeated')).toEqual([2, 2, 2, 2]);
  });

  it('are completed by the repeated load when a kill left a load out of them', async () => {
    const file = await write('short', [event('short')]);
    // Without the views, the result is the same as after a kill between the events and their rollups.
    for (const table of ROLLUPS) await database.execute(`DETACH TABLE ${table}_of_events`);
    await database.load({ table: 'events', file, token: 'short' });
    for (const table of ROLLUPS) await database.execute(`ATTACH TABLE ${table}_of_events`);
    expect(await counts('short')).toEqual([0, 0, 0, 0]);
    await database.load({ table: 'events', file, token: 'short' });
    expect(await counts('short')).toEqual([1, 1, 1, 1]);
    const stored = "SELECT count() AS n FROM events WHERE project_id = 'short'";
    expect((await database.query(stored)).data).toEqual([{ n: 1 }]);
  });

  it('are filled from existing events once, also when repeated after a crash', async () => {
    const file = await write('filled', [
      event('filled', { message_id: 'a' }),
      event('filled', { message_id: 'b', at: Date.UTC(2025, 10, 2) }),
      event('filled', { message_id: 'c', at: Date.UTC(2001, 1, 3) }),
      event('filled', { message_id: 'd', at: Date.UTC(2101, 1, 3) }),
    ]);
    for (const token of ['filled-1', 'filled-2']) {
      await database.load({ table: 'events', file, token });
    }
    await migrateAgain();
    expect(await counts('filled')).toEqual([4, 4, 4, 4]);
    await migrateAgain();
    await database.load({
      table: 'events',
      file: await write('more', [event('filled')]),
      token: 'more',
    });
    expect(await counts('filled')).toEqual([5, 5, 5, 5]);
  });

  it('leave out bots, and count events without a session as visits that are no sessions', async () => {
    const crawler = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
    const file = await write('odd', [
      event('odd', { context: { user_agent: crawler } }),
      event('odd', { channel: 'server', session_id: null, anonymous_id: 'a' }),
      event('odd', { channel: 'server', session_id: null, anonymous_id: 'a', at: AT + 1 }),
      event('odd', { channel: 'server', session_id: null, anonymous_id: 'b' }),
    ]);
    await database.load({ table: 'events', file, token: 'odd' });
    expect(await counts('odd')).toEqual([3, 3, 3, 3]);
    const { data } = await database.query(
      `SELECT uniqExact(visit) AS visits, max(is_session) AS is_session FROM sessions_daily
       WHERE project_id = 'odd'`,
    );
    expect(data).toEqual([{ visits: 2, is_session: 0 }]);
  });
});
