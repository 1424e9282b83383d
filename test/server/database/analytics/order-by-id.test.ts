// The migration 0015-order-by-id also orders existing events anew, and can be repeated.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { orderByIdMigration } from '../../../../src/server/database/analytics/migrations/0015-order-by-id.js';
import { SINGLE_STORAGE } from '../../../../src/server/database/analytics/table-storage.js';
import { createCleanup } from '../../../support/cleanup.js';
import { createTestDirectory } from '../../../support/temporary-directory.js';
import { openTestAnalytics } from './open-test-analytics.js';

const cleanUp = createCleanup();

const OLD = `ALTER TABLE events MODIFY COLUMN event_order UInt64 MATERIALIZED
  toUInt64(toUnixTimestamp64Milli(timestamp)) * 4194304 + bitShiftRight(message_hash, 42) CODEC(ZSTD(1))`;

const uuid = (counter: string) => `01a226d0-e338-7${counter}-9178-09b4a082f195`;
const logOf = (index: number) => `log:1:0xab:${index}`;
/** In the order in which they were recorded, all in one millisecond. */
const IDS = ['000', '001', '00a', '010', 'FFF'].map(uuid);
const LOGS = [0, 2, 10, 4_094, 70_000].map(logOf);
const OTHERS = ['', '7', 'log:', 'sent:log:1:0xab:3', uuid('00g'), uuid('000').replace('-7', '-4')];

const EVENTS = `INSERT INTO events (project_id, timestamp, original_timestamp, message_id, type)
SELECT 'prj', toDateTime64('2026-01-15 23:59:59.999', 3, 'UTC') AS at, at, arrayJoin({ids:Array(String)}), 'track'`;

const INSTANT = Date.UTC(2026, 0, 15, 23, 59, 59, 999);
const ORDERED = `SELECT message_id, toFloat64(intDiv(event_order, 4194304)) AS ms,
  bitShiftRight(message_hash, 42) = event_order % 4194304 AS is_by_hash FROM events ORDER BY event_order`;

it('orders events of a millisecond by the counters and indexes in their ids', async () => {
  const path = await createTestDirectory(cleanUp);
  const database = await openTestAnalytics({ directory: join(path, 'analytics') });
  cleanUp(() => database.close());
  await database.execute(OLD);
  await database.execute(EVENTS, { ids: [...IDS, ...LOGS, ...OTHERS].toReversed() });
  for (let time = 0; time < 2; time += 1) {
    for (const sql of orderByIdMigration(SINGLE_STORAGE).statements) {
      await database.execute(sql.replace('mutations_sync = 0', 'mutations_sync = 2'));
    }
    const { data } = await database.query<{ message_id: string; ms: number; is_by_hash: 0 | 1 }>(
      ORDERED,
    );
    const ids = data.map(({ message_id: id }) => id);
    expect(ids.filter((id) => IDS.includes(id))).toEqual(IDS);
    expect(ids.filter((id) => LOGS.includes(id))).toEqual(LOGS);
    expect(new Set(data.map(({ ms }) => ms))).toEqual(new Set([INSTANT]));
    const byHash = data
      .filter(({ is_by_hash }) => is_by_hash === 1)
      .map(({ message_id: id }) => id);
    expect(byHash.toSorted()).toEqual(OTHERS.filter((id) => id !== 'log:').toSorted());
  }
});
