// Short columns for what questions compare and count: else they read long texts of every event.
import type { Migration } from '../../ports.js';
import type { TableStorage } from '../table-storage.js';

const COLUMNS = {
  transaction_status:
    "LowCardinality(String) MATERIALIZED if(type = 'transaction', JSONExtractString(properties, 'status'), '')",
  address_hash: 'UInt64 MATERIALIZED cityHash64(address) CODEC(ZSTD(1))',
  // Of ways through the app: a page is where it is seen, anything else what it is.
  way_node:
    "LowCardinality(String) MATERIALIZED multiIf(type = 'page' AND page_path != '', page_path, event != '', event, type)",
};

const each = (change: (name: string, definition: string) => string): string =>
  Object.entries(COLUMNS)
    .map(([name, definition]) => change(name, definition))
    .join(',\n  ');

/**
 * Rows of before are written behind the start of the server, which need not wait for it: until then
 * the columns are computed at each reading.
 */
export const shortColumnsMigration = ({ onCluster }: TableStorage): Migration => ({
  id: '0007-short-columns',
  statements: [
    `ALTER TABLE events ${onCluster}
  ${each((name, definition) => `ADD COLUMN IF NOT EXISTS ${name} ${definition}`)}`,
    `ALTER TABLE events ${onCluster}
  ${each((name) => `MATERIALIZE COLUMN ${name}`)}
SETTINGS mutations_sync = 0`,
  ],
});
