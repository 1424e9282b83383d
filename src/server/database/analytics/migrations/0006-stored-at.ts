// When the database got an event, by its own clock: what alerts look for is what came in since they last
// looked, and an event may wait in a journal for days.
import type { Migration } from '../../ports.js';
import type { TableStorage } from '../table-storage.js';

const COLUMN = "stored_at DateTime64(3, 'UTC')";

export const storedAtMigration = (storage: TableStorage): Migration => {
  const alter = (change: string): string =>
    `ALTER TABLE events ${storage.onCluster} ${change} SETTINGS mutations_sync = 2`;
  return {
    id: '0006-stored-at',
    statements: [
      // Rows of before are written as stored long ago: an expression alone would be computed at each
      // reading, and make them new for ever.
      alter(`ADD COLUMN IF NOT EXISTS ${COLUMN} MATERIALIZED toDateTime64(0, 3, 'UTC')`),
      alter(`MODIFY COLUMN ${COLUMN} MATERIALIZED toDateTime64(0, 3, 'UTC')`),
      alter('MATERIALIZE COLUMN stored_at'),
      alter(`MODIFY COLUMN ${COLUMN} MATERIALIZED now64(3, 'UTC')`),
      alter('ADD INDEX IF NOT EXISTS ix_stored_at stored_at TYPE minmax GRANULARITY 1'),
    ],
  };
};
