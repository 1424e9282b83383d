// What makes questions read less: short columns of what they compare and count, where else they read
// long texts of every event, and small blocks in the table of profiles.
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
export const readLessMigration = ({ onCluster }: TableStorage): Migration => ({
  id: '0007-read-less',
  statements: [
    `ALTER TABLE events ${onCluster}
  ${each((name, definition) => `ADD COLUMN IF NOT EXISTS ${name} ${definition}`)}`,
    `ALTER TABLE events ${onCluster}
  ${each((name) => `MATERIALIZE COLUMN ${name}`)}
SETTINGS mutations_sync = 0`,
    // A search shows a hundred rows from all over the table, of fifty columns each: unpacking blocks of
    // 64 KiB for them was most of what it cost. Parts of before change when they are merged.
    `ALTER TABLE profiles ${onCluster} MODIFY SETTING min_compress_block_size = 1024`,
  ],
});
