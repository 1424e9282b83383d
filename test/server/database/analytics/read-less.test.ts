// The migrations that add short columns of events also fill them for existing rows.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readLessMigration } from '../../../../src/server/database/analytics/migrations/0007-read-less.js';
import { utcDayMigration } from '../../../../src/server/database/analytics/migrations/0008-utc-day.js';
import { SINGLE_STORAGE } from '../../../../src/server/database/analytics/table-storage.js';
import { createCleanup } from '../../../support/cleanup.js';
import { createTestDirectory } from '../../../support/temporary-directory.js';
import { openTestAnalytics } from './open-test-analytics.js';

const cleanUp = createCleanup();

const EVENTS = `INSERT INTO events
  (project_id, timestamp, original_timestamp, message_id, type, event, page_path, address, properties)
SELECT 'prj', toDateTime64('2026-01-15 23:59:59.999', 3, 'UTC') AS at, at - INTERVAL 1 DAY, e.1, e.2, e.3, e.4, e.5, e.6
FROM (SELECT arrayJoin([
  ('1', 'transaction', '', '/swap', '0xAb', '{"status":"confirmed"}'),
  ('2', 'track', 'swap', '/swap', '', '{"status":"confirmed"}'),
  ('3', 'page', '', '/pool', '', '{}'),
  ('4', 'page', '', '', '', '{}')
]) AS e)`;

const SHORT = `SELECT transaction_status, address_hash = cityHash64(address) AS has_hash, way_node,
  toString(utc_day) AS utc_day
FROM events ORDER BY message_id`;

const SHARED = { has_hash: 1, utc_day: '2026-01-15' };
const EXPECTED = [
  { ...SHARED, transaction_status: 'confirmed', way_node: 'transaction' },
  { ...SHARED, transaction_status: '', way_node: 'swap' },
  { ...SHARED, transaction_status: '', way_node: '/pool' },
  { ...SHARED, transaction_status: '', way_node: 'page' },
];

it('fills the columns for new and existing events, and can be repeated', async () => {
  const path = await createTestDirectory(cleanUp);
  const database = await openTestAnalytics({ directory: join(path, 'analytics') });
  cleanUp(() => database.close());
  await database.execute(EVENTS);
  expect((await database.query(SHORT)).data).toEqual(EXPECTED);

  await database.execute(
    'ALTER TABLE events DROP COLUMN transaction_status, DROP COLUMN address_hash, DROP COLUMN way_node, DROP COLUMN utc_day SETTINGS mutations_sync = 2',
  );
  for (let time = 0; time < 2; time += 1) {
    for (const { statements } of [
      readLessMigration(SINGLE_STORAGE),
      utcDayMigration(SINGLE_STORAGE),
    ]) {
      for (const sql of statements) await database.execute(sql);
    }
    expect((await database.query(SHORT)).data).toEqual(EXPECTED);
  }
});
