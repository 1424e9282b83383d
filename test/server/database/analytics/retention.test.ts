// Retention: old rows are deleted only when it is set, and setting it again changes nothing.
import { beforeAll, expect, it } from 'vitest';
import {
  applyRetention,
  LONGEST_RETENTION_DAYS,
} from '../../../../src/server/database/analytics/retention.js';
import { DatabaseQueryError } from '../../../../src/server/database/database-errors.js';
import { expireProfiles } from '../../../../src/server/profiles/expire-profiles.js';
import { readSettings } from '../../../../src/server/settings/settings.js';
import { createCleanup } from '../../../support/cleanup.js';
import { eventually } from '../../../support/eventually.js';
import {
  type ProfilesUnderTest,
  startProfiles,
  wallet,
} from '../../profiles/profiles-under-test.js';

const cleanUp = createCleanup();
const DAY_MS = 86_400_000;
let profiles: ProfilesUnderTest;

beforeAll(async () => {
  profiles = await startProfiles();
  cleanUp(profiles.close);
  const now = Date.now();
  await profiles.store([
    { at: now - 100 * DAY_MS, address: wallet(1) },
    { at: now - 100 * DAY_MS, address: wallet(2) },
    { at: now - 50 * DAY_MS, address: wallet(2) },
    { at: now - 1 * DAY_MS, address: wallet(3) },
    { at: now - 100 * DAY_MS, address: wallet(4), properties: { page: 'old' } },
  ]);
  await profiles.call('POST', '/v0/import', { writeKey: 'prj_1', addresses: [wallet(4)] });
});

const counts = async () => {
  const { data } = await profiles.database.query<Record<string, number>>(
    `SELECT (SELECT count() FROM events) AS events, (SELECT uniq(wallet) FROM wallet_profiles) AS wallets,
      (SELECT uniq(wallet) FROM profiles) AS found`,
  );
  return data[0];
};

/** Applies it, and waits until the engine has deleted what is too old. */
const retain = async (days: number): Promise<void> => {
  await applyRetention(profiles.database, days);
  await eventually(async () => {
    const { rows } = await profiles.database.query(
      'SELECT 1 FROM system.mutations WHERE database = currentDatabase() AND NOT is_done',
    );
    return rows === 0;
  });
};

const ddl = async () =>
  (
    await profiles.database.query<{ name: string; ddl: string; at: string }>(
      `SELECT name, create_table_query AS ddl, toString(metadata_modification_time) AS at
       FROM system.tables WHERE database = currentDatabase()
         AND name IN ('events', 'wallet_profiles')`,
    )
  ).data;

it('is set, changed, repeated and removed', async () => {
  await retain(0);
  expect(await counts()).toEqual({ events: 5, wallets: 4, found: 4 });

  await retain(75);
  await expireProfiles(profiles.database, 75);
  // The imported wallet stays, because it is known not only by its events.
  expect(await counts()).toEqual({ events: 2, wallets: 2, found: 3 });
  const set = await ddl();
  expect(set.every((table) => table.ddl.includes('toIntervalDay(75)'))).toBe(true);
  await retain(75);
  expect(await ddl()).toEqual(set);

  await retain(10);
  await expireProfiles(profiles.database, 10);
  expect(await counts()).toEqual({ events: 1, wallets: 1, found: 2 });
  await retain(0);
  expect((await ddl()).some((table) => table.ddl.includes('TTL'))).toBe(false);
});

it('does not wait until the engine has deleted what is too old', async () => {
  await profiles.store([{ at: Date.now() - 100 * DAY_MS, address: wallet(8) }]);
  const before = await counts();
  await profiles.database.execute('SYSTEM STOP MERGES');
  try {
    await applyRetention(profiles.database, 75);
    expect(await counts()).toEqual(before);
  } finally {
    await profiles.database.execute('SYSTEM START MERGES');
  }
  await retain(75);
  expect(await counts()).toEqual({ ...before, events: 1, wallets: 1 });
  await retain(0);
});

it('is the same for the tables in which daily sums are made anew', async () => {
  const staged = async () =>
    (
      await profiles.database.query<{ days: string }>(
        `SELECT extract(create_table_query, 'toIntervalDay[(]([0-9]+)[)]') AS days FROM system.tables
         WHERE database = currentDatabase() AND name LIKE '%staged'`,
      )
    ).data.map(({ days }) => days);
  await applyRetention(profiles.database, LONGEST_RETENTION_DAYS);
  const days = String(LONGEST_RETENTION_DAYS);
  expect(await staged()).toEqual([days, days, days]);
  await retain(0);
  expect(await staged()).toEqual(['', '', '']);
});

it('is removed while the engine still deletes what is too old, and later deletions go on', async () => {
  const { database } = profiles;
  const before = await counts();
  await database.execute('SYSTEM STOP MERGES');
  try {
    await applyRetention(database, LONGEST_RETENTION_DAYS);
    await applyRetention(database, 0);
  } finally {
    await database.execute('SYSTEM START MERGES');
  }
  for (const table of ['events', 'wallet_profiles', 'events_daily']) {
    await database.execute(`ALTER TABLE ${table} DELETE WHERE 0 SETTINGS mutations_sync = 2`);
  }
  expect(await counts()).toEqual(before);
});

it('removes data of deleted events from the profile of a wallet that has other data', async () => {
  const now = Date.now();
  await profiles.store([
    { at: now - 60 * DAY_MS, address: wallet(5), properties: { page: 'old' } },
    { at: now - 60 * DAY_MS, address: wallet(6) },
  ]);
  const labels = `/v0/profiles/${wallet(5)}/labels?project_id=prj_1`;
  const { status } = await profiles.call('POST', labels, { tag_id: 'vip' });
  expect(status).toBe(200);
  await profiles.refresh();
  const found = async () => {
    const { body } = await profiles.call('POST', '/v0/profiles', {});
    return Object.fromEntries(
      body.data.map((row: Record<string, unknown>) => [row.address, row.last_properties]),
    );
  };
  expect(await found()).toMatchObject({ [wallet(5)]: '{"page":"old"}' });
  // Stands for the engine, which deletes expired events and rollups while the server runs.
  for (const table of ['events', 'wallet_profiles', 'wallet_identity']) {
    await profiles.database.execute(`TRUNCATE TABLE ${table}`);
  }
  await expireProfiles(profiles.database, 50);
  expect(await found()).toEqual({ [wallet(4)]: null, [wallet(5)]: null });
});

it('deletes no current rows with the longest possible retention', async () => {
  const set = (days: number) => readSettings({ EVENTS_RETENTION_DAYS: String(days) }, '/');
  expect(() => set(LONGEST_RETENTION_DAYS + 1)).toThrow('EVENTS_RETENTION_DAYS');
  const { retentionDays } = set(LONGEST_RETENTION_DAYS);
  await profiles.store([{ at: Date.now(), address: wallet(7) }]);
  await profiles.refresh();
  const before = await counts();
  expect(before).toMatchObject({ events: 1, wallets: 1 });
  await retain(retentionDays);
  await expireProfiles(profiles.database, retentionDays);
  expect(await counts()).toEqual(before);
  await retain(0);
});

it('is set once a replica has applied what another process had set', async () => {
  const tooEarly = new DatabaseQueryError('Metadata on replica is not up to date', '517');
  const refusals = [tooEarly, tooEarly];
  const { database } = profiles;
  const replica: Pick<typeof database, 'query' | 'execute'> = {
    query: database.query,
    execute: async (sql) => {
      const refusal = refusals.pop();
      if (refusal) throw refusal;
      await database.execute(sql);
    },
  };
  await applyRetention(replica, LONGEST_RETENTION_DAYS - 1);
  const set = `toIntervalDay(${LONGEST_RETENTION_DAYS - 1})`;
  expect((await ddl()).every((table) => table.ddl.includes(set))).toBe(true);
  await retain(0);
});
