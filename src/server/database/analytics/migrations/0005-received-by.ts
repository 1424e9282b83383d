// Which process took an event: tells a load that is repeated from an event that its sender repeated.
import type { Migration } from '../../ports.js';
import type { TableStorage } from '../table-storage.js';

export const receivedByMigration = (storage: TableStorage): Migration => ({
  id: '0005-received-by',
  statements: [
    `ALTER TABLE events ${storage.onCluster}
  ADD COLUMN IF NOT EXISTS received_by LowCardinality(String)
    COMMENT 'the life of a process: with received_at it names the request' AFTER received_at`,
  ],
});
