// The migration 0009-shown-profiles moves profiles to a new table without loss, and can be repeated.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { shownProfilesMigration } from '../../../../src/server/database/analytics/migrations/0009-shown-profiles.js';
import { SHOWN_PLACES } from '../../../../src/server/database/analytics/shown-profile.js';
import { SINGLE_STORAGE } from '../../../../src/server/database/analytics/table-storage.js';
import { createCleanup } from '../../../support/cleanup.js';
import { createTestDirectory } from '../../../support/temporary-directory.js';
import { openTestAnalytics } from './open-test-analytics.js';

const cleanUp = createCleanup();

/** Restores the former table, without the column and with large granules. */
const OLD = [
  'CREATE TABLE old AS profiles ENGINE = ReplacingMergeTree(version) ORDER BY (project_id, wallet)',
  'ALTER TABLE old DROP COLUMN shown',
  'EXCHANGE TABLES old AND profiles',
  `INSERT INTO profiles (project_id, wallet, last_seen, revenue, num_sessions, activity_dates, location, last_properties)
SELECT 'prj', '0xab', toDateTime64('2026-01-15 10:00:00.125', 3, 'UTC'), 1.5, 9007199254740991,
  ['2026-01-14', '2026-01-15'], 'DE', '{"a":"\\\\"é\\n"}'`,
  "INSERT INTO profiles (project_id, wallet) SELECT 'prj', '0xac'",
  `INSERT INTO profiles (project_id, wallet)
SELECT 'spread', concat(arrayJoin(['', '0x', '1', 'A', 'J', 'Zz', 'z']), char(48 + number)) FROM numbers(75)`,
];

const ROWS = `SELECT wallet, shown, last_properties FROM profiles FINAL
WHERE project_id = 'prj' ORDER BY wallet`;

const SPREAD =
  "SELECT count() AS rows, uniqExact(wallet) AS wallets FROM profiles WHERE project_id = 'spread'";

it('keeps all values of profiles when it runs repeatedly', async () => {
  const path = await createTestDirectory(cleanUp);
  const database = await openTestAnalytics({ directory: join(path, 'analytics') });
  cleanUp(() => database.close());
  for (const sql of OLD) await database.execute(sql);

  for (let time = 0; time < 2; time += 1) {
    for (const sql of shownProfilesMigration(SINGLE_STORAGE).statements) {
      await database.execute(sql);
    }
    const spread = await database.query<object>(SPREAD);
    expect(spread.data).toEqual([{ rows: 525, wallets: 525 }]);
    const { data } = await database.query<Record<string, string>>(ROWS);
    const shown = data.map(({ shown = '' }) => {
      const values: readonly unknown[] = JSON.parse(shown);
      expect(values).toHaveLength(SHOWN_PLACES.length);
      return Object.fromEntries(SHOWN_PLACES.map((name, place) => [name, values[place]]));
    });
    expect(shown).toMatchObject([
      {
        first_seen_iso: null,
        last_seen_iso: '2026-01-15T10:00:00.125Z',
        revenue: 1.5,
        num_sessions: 9007199254740991,
        activity_dates: ['2026-01-14', '2026-01-15'],
        location: 'DE',
        last_properties: data[0]?.last_properties,
      },
      { last_seen_iso: null, revenue: null, activity_dates: [], location: '', tx_count: 0 },
    ]);
    expect(data[0]?.last_properties).toContain('é');
  }
  const { data: tables } = await database.query(
    "SELECT name FROM system.tables WHERE database = currentDatabase() AND name = 'profiles_next'",
  );
  expect(tables).toEqual([]);
});
