// The day of each event, which is what questions ask for: equal days pack into nothing, and instants of
// milliseconds are the dearest column to unpack.
import type { Migration } from '../../ports.js';
import type { TableStorage } from '../table-storage.js';

/** Rows of before are written behind the start of the server, as in the migration before this one. */
export const utcDayMigration = ({ onCluster }: TableStorage): Migration => ({
  id: '0008-utc-day',
  statements: [
    `ALTER TABLE events ${onCluster}
  ADD COLUMN IF NOT EXISTS utc_day Date MATERIALIZED toDate(timestamp)`,
    `ALTER TABLE events ${onCluster} MATERIALIZE COLUMN utc_day SETTINGS mutations_sync = 0`,
  ],
});
