// The migration 0017-latest-place counts the next place after what was stored before it, and can be repeated.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { latestPlaceMigration } from '../../../../src/server/database/analytics/migrations/0017-latest-place.js';
import { SINGLE_STORAGE } from '../../../../src/server/database/analytics/table-storage.js';
import {
  ANY_PLACE,
  walletProfileSelect,
} from '../../../../src/server/database/analytics/wallet-profile-select.js';
import { createCleanup } from '../../../support/cleanup.js';
import { createTestDirectory } from '../../../support/temporary-directory.js';
import { openTestAnalytics } from './open-test-analytics.js';

const cleanUp = createCleanup();

const OLD = `ALTER TABLE wallet_profiles_view MODIFY QUERY
${walletProfileSelect('events AS e', '1', ANY_PLACE)}`;
const EVENT = `INSERT INTO events (project_id, timestamp, original_timestamp, message_id, type, channel, address, location)
SELECT 'prj', toDateTime64({day:String}, 3, 'UTC') AS at, at, {day:String}, 'track', 'server', 'A', {place:String}`;

it('keeps what was stored until the next event that names a place', async () => {
  const path = await createTestDirectory(cleanUp);
  const database = await openTestAnalytics({ directory: join(path, 'analytics') });
  cleanUp(() => database.close());
  const store = (day: string, place: string) => database.execute(EVENT, { day, place });
  const shown = async () => {
    const { data } = await database.query(
      'SELECT max(last_context).location::String AS place FROM wallet_profiles',
    );
    return data;
  };
  await database.execute(OLD);
  await store('2026-01-05', 'US');
  await store('2026-01-06', 'FR');
  expect(await shown()).toEqual([{ place: 'US' }]);
  for (let time = 0; time < 2; time += 1) {
    for (const sql of latestPlaceMigration(SINGLE_STORAGE).statements) await database.execute(sql);
  }
  await store('2026-01-07', '');
  expect(await shown()).toEqual([{ place: 'US' }]);
  await store('2026-01-08', 'FR');
  await store('2026-01-07', 'ZA');
  expect(await shown()).toEqual([{ place: 'FR' }]);
});
