// Adds which process received an event: it tells the repeat of a load from a repeat by the event's sender.
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
