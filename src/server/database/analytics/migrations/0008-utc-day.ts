// Adds the day of each event, which questions filter by: equal days compress to almost nothing, while
// timestamps in milliseconds are the most expensive column to decompress.
import type { Migration } from '../../ports.js';
import type { TableStorage } from '../table-storage.js';

/** Existing rows are rewritten in the background, as in migration 0007. */
export const utcDayMigration = ({ onCluster }: TableStorage): Migration => ({
  id: '0008-utc-day',
  statements: [
    `ALTER TABLE events ${onCluster}
  ADD COLUMN IF NOT EXISTS utc_day Date MATERIALIZED toDate(timestamp)`,
    `ALTER TABLE events ${onCluster} MATERIALIZE COLUMN utc_day SETTINGS mutations_sync = 0`,
  ],
});
