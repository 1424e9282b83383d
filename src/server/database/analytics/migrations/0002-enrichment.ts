// Adds further columns that the server derives from events when it receives them.
import type { Migration } from '../../ports.js';
import type { TableStorage } from '../table-storage.js';

export const enrichmentMigration = (storage: TableStorage): Migration => ({
  id: '0002-enrichment',
  statements: [
    `ALTER TABLE events ${storage.onCluster}
  ADD COLUMN IF NOT EXISTS is_bot UInt8 COMMENT '1: no person was there; analytics leave it out' AFTER device,
  ADD COLUMN IF NOT EXISTS builder_codes Array(LowCardinality(String)) AFTER channel_type`,
  ],
});
