// Adds when the database stored an event, by its own clock. Alerts evaluate events by it, since an event may
// wait in a journal for days before it is stored.
import type { Migration } from '../../ports.js';
import type { TableStorage } from '../table-storage.js';

const COLUMN = "stored_at DateTime64(3, 'UTC')";

export const storedAtMigration = (storage: TableStorage): Migration => {
  const alter = (change: string): string =>
    `ALTER TABLE events ${storage.onCluster} ${change} SETTINGS mutations_sync = 2`;
  return {
    id: '0006-stored-at',
    statements: [
      // Existing rows get a constant in the distant past. With `now64` alone, it would be computed at each
      // read, and old events would always look new.
      alter(`ADD COLUMN IF NOT EXISTS ${COLUMN} MATERIALIZED toDateTime64(0, 3, 'UTC')`),
      alter(`MODIFY COLUMN ${COLUMN} MATERIALIZED toDateTime64(0, 3, 'UTC')`),
      alter('MATERIALIZE COLUMN stored_at'),
      alter(`MODIFY COLUMN ${COLUMN} MATERIALIZED now64(3, 'UTC')`),
      alter('ADD INDEX IF NOT EXISTS ix_stored_at stored_at TYPE minmax GRANULARITY 1'),
    ],
  };
};
