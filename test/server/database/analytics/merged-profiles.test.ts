// The migration 0013-merged-profiles fills the new columns of existing profiles, and can be repeated.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mergedProfilesMigration } from '../../../../src/server/database/analytics/migrations/0013-merged-profiles.js';
import { SINGLE_STORAGE } from '../../../../src/server/database/analytics/table-storage.js';
import { createCleanup } from '../../../support/cleanup.js';
import { createTestDirectory } from '../../../support/temporary-directory.js';
import { openTestAnalytics } from './open-test-analytics.js';

const cleanUp = createCleanup();

const OLD = [
  'ALTER TABLE profiles DROP COLUMN first_touch_at, DROP COLUMN last_touch_at, DROP COLUMN told_at',
  `INSERT INTO profiles (project_id, wallet, first_seen, last_seen, location, version) VALUES
('prj', '0xab', '2026-01-01 00:00:00', '2026-01-09 00:00:00', 'DE', 7), ('prj', '0x9', NULL, NULL, '', 7)`,
  `INSERT INTO wallet_profiles (project_id, wallet, first_touch, last_touch) VALUES
('prj', '0xab', tuple('2026-01-03 00:00:00', '', '', '', '', '', '', '', ''), tuple('2026-01-04 00:00:00', '', '', '', '', '', '', '', '')),
('theirs', '0xab', tuple('2026-01-02 00:00:00', '', '', '', '', '', '', '', ''), tuple('2026-01-08 00:00:00', '', '', '', '', '', '', '', ''))`,
  `INSERT INTO wallet_identity (project_id, wallet, field, value, timestamp)
VALUES ('prj', '0xab', 'twitter', '@a', '2026-01-05 00:00:00')`,
];

const ROWS = `SELECT wallet, location, version, toString(first_touch_at) AS first, toString(last_touch_at) AS last,
  toString(told_at) AS told, JSONLength(shown) > 10 AS is_shown FROM profiles FINAL ORDER BY wallet`;

it('fills the times of touches and identities of existing profiles', async () => {
  const path = await createTestDirectory(cleanUp);
  const database = await openTestAnalytics({ directory: join(path, 'analytics') });
  cleanUp(() => database.close());
  for (const sql of OLD) await database.execute(sql);

  for (let time = 0; time < 2; time += 1) {
    for (const sql of mergedProfilesMigration(SINGLE_STORAGE).statements) {
      await database.execute(sql);
    }
    expect((await database.query(ROWS)).data).toEqual([
      {
        ...{ wallet: '0x9', location: '', version: 7, told: '{}', is_shown: 1 },
        ...{ first: '2299-12-31 00:00:00.000', last: '1970-01-01 00:00:00.000' },
      },
      {
        ...{ wallet: '0xab', location: 'DE', version: 7, is_shown: 1 },
        ...{ first: '2026-01-03 00:00:00.000', last: '2026-01-04 00:00:00.000' },
        told: "{'twitter':'2026-01-05 00:00:00.000'}",
      },
    ]);
  }
});
