// The migration 0012-searched-profiles fills the columns for searches, keeps the others, and can be repeated.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { searchedProfilesMigration } from '../../../../src/server/database/analytics/migrations/0012-searched-profiles.js';
import {
  HOLDING_COLUMNS,
  LABEL_COLUMNS,
} from '../../../../src/server/database/analytics/searched-columns.js';
import { SINGLE_STORAGE } from '../../../../src/server/database/analytics/table-storage.js';
import { createCleanup } from '../../../support/cleanup.js';
import { createTestDirectory } from '../../../support/temporary-directory.js';
import { openTestAnalytics } from './open-test-analytics.js';

const cleanUp = createCleanup();

const NAMES = [...HOLDING_COLUMNS, ...LABEL_COLUMNS].map(({ name }) => name);

/** Restores the former schema, without these columns and with plain strings. */
const OLD = [
  `INSERT INTO wallet_enrichment (wallet, chains, apps, tokens)
SELECT '0xab', [('1', 2.5, 1, NULL, NULL), ('10', 1, 1, NULL, NULL)], [('1', 'aave', '', NULL, NULL, 3)],
  [('10', '0xT', 'aave', '', '', NULL, 18, 1., '0.5', 0.5)]`,
  "INSERT INTO wallet_enrichment (wallet) VALUES ('0x9'), ('Zy')",
  `INSERT INTO wallet_labels (project_id, wallet, tag_id, value, version, is_deleted) VALUES
('prj', '0xab', 'tier', 'gold', 1, 0), ('prj', '0xab', 'old', '1', 1, 1), ('theirs', '0xab', 'x', 'y', 1, 0)`,
  'CREATE TABLE old AS profiles ENGINE = ReplacingMergeTree(version) ORDER BY (project_id, wallet)',
  `ALTER TABLE old ${NAMES.map((name) => `DROP COLUMN ${name}`).join(', ')}`,
  'ALTER TABLE old MODIFY COLUMN location String, MODIFY COLUMN last_ref String',
  'EXCHANGE TABLES old AND profiles',
  `INSERT INTO profiles (project_id, wallet, last_seen, location, last_ref, version)
SELECT 'prj', '0xab', toDateTime64('2026-01-15 10:00:00.125', 3, 'UTC'), 'DE', 'bob', 7`,
  "INSERT INTO profiles (project_id, wallet, version) SELECT 'theirs', 'Zz', 8",
  `INSERT INTO profiles (project_id, wallet)
SELECT 'spread', concat(arrayJoin(['', '0x', '1', 'A', 'J', 'Zz', 'z']), char(48 + number)) FROM numbers(75)`,
];

const ROWS = `SELECT wallet, toString(last_seen) AS seen, location, last_ref, version, ${NAMES.join(', ')}
FROM profiles WHERE project_id != 'spread' ORDER BY wallet`;

const ENRICHED = "SELECT * FROM wallet_enrichment FINAL WHERE wallet != '0xlate' ORDER BY wallet";
/** A row that an old process writes at the last moment of the migration. */
const LATE = "INSERT INTO wallet_enrichment (wallet, tx_count) VALUES ('0xlate', 7)";
const LATE_ROW = "SELECT tx_count FROM wallet_enrichment FINAL WHERE wallet = '0xlate'";

const SPREAD =
  "SELECT count() AS rows, uniqExact(wallet) AS wallets FROM profiles WHERE project_id = 'spread'";

it('fills amounts and labels, and keeps all existing data', async () => {
  const path = await createTestDirectory(cleanUp);
  const database = await openTestAnalytics({ directory: join(path, 'analytics') });
  cleanUp(() => database.close());
  for (const sql of OLD) await database.execute(sql);

  const enriched = (await database.query(ENRICHED)).data;
  expect(enriched).toHaveLength(3);
  for (let time = 0; time < 2; time += 1) {
    for (const sql of searchedProfilesMigration(SINGLE_STORAGE).statements) {
      if (sql.startsWith('EXCHANGE TABLES wallet_enrichment')) await database.execute(LATE);
      await database.execute(sql);
    }
    expect((await database.query(ENRICHED)).data).toEqual(enriched);
    expect((await database.query<object>(LATE_ROW)).data).toEqual([{ tx_count: 7 }]);
    expect((await database.query<object>(SPREAD)).data).toEqual([{ rows: 525, wallets: 525 }]);
    expect((await database.query(ROWS)).data).toEqual([
      {
        ...{ wallet: '0xab', seen: '2026-01-15 10:00:00.125', location: 'DE', last_ref: 'bob' },
        ...{ version: 7, chain_ids: ['1', '10'], chain_worths: [2.5, 1] },
        ...{ app_chains: ['1'], app_ids: ['aave'], app_worths: [3] },
        ...{ token_chains: ['10'], token_ids: ['0xT'], token_apps: ['aave'], token_units: [0.5] },
        ...{ label_tags: ['tier'], label_values: ['gold'] },
      },
      {
        ...{ wallet: 'Zz', seen: null, location: '', last_ref: '', version: 8 },
        ...Object.fromEntries(NAMES.map((name) => [name, []])),
      },
    ]);
  }
  const { data } = await database.query(
    'SELECT toTypeName(location) AS type FROM profiles LIMIT 1',
  );
  expect(data).toEqual([{ type: 'LowCardinality(String)' }]);
});
