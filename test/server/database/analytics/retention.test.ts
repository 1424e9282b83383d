// Retention: old rows go when the setting is made, stay when it is not, and a repetition changes nothing.
import { beforeAll, expect, it } from 'vitest';
import { applyRetention } from '../../../../src/server/database/analytics/retention.js';
import { createCleanup } from '../../../support/cleanup.js';
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
    { at: now - 100 * DAY_MS, address: wallet(4) },
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

const ddl = async () =>
  (
    await profiles.database.query<{ name: string; ddl: string; at: string }>(
      `SELECT name, create_table_query AS ddl, toString(metadata_modification_time) AS at
       FROM system.tables WHERE database = currentDatabase()
         AND name IN ('events', 'wallet_profiles')`,
    )
  ).data;

it('is set, changed, repeated and removed', async () => {
  await applyRetention(profiles.database, 0);
  expect(await counts()).toEqual({ events: 5, wallets: 4, found: 4 });

  await applyRetention(profiles.database, 75);
  // The imported wallet is known by more than its events.
  expect(await counts()).toEqual({ events: 2, wallets: 2, found: 3 });
  const set = await ddl();
  expect(set.every((table) => table.ddl.includes('toIntervalDay(75)'))).toBe(true);
  await applyRetention(profiles.database, 75);
  expect(await ddl()).toEqual(set);

  await applyRetention(profiles.database, 10);
  expect(await counts()).toEqual({ events: 1, wallets: 1, found: 2 });
  await applyRetention(profiles.database, 0);
  expect((await ddl()).some((table) => table.ddl.includes('TTL'))).toBe(false);
});
