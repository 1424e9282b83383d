// Makes questions read less: adds short columns in place of long texts that they compare and count in every
// event, and makes compression blocks of `profiles` small.
import type { Migration } from '../../ports.js';
import type { TableStorage } from '../table-storage.js';

const COLUMNS = {
  transaction_status:
    "LowCardinality(String) MATERIALIZED if(type = 'transaction', JSONExtractString(properties, 'status'), '')",
  address_hash: 'UInt64 MATERIALIZED cityHash64(address) CODEC(ZSTD(1))',
  // The node of a path in flows: the path of a page, the name of a named event, else the type.
  way_node:
    "LowCardinality(String) MATERIALIZED multiIf(type = 'page' AND page_path != '', page_path, event != '', event, type)",
};

const each = (change: (name: string, definition: string) => string): string =>
  Object.entries(COLUMNS)
    .map(([name, definition]) => change(name, definition))
    .join(',\n  ');

/**
 * Existing rows are rewritten in the background, without delaying the start of the server. Until that is
 * done, the columns are computed at each read.
 */
export const readLessMigration = ({ onCluster }: TableStorage): Migration => ({
  id: '0007-read-less',
  statements: [
    `ALTER TABLE events ${onCluster}
  ${each((name, definition) => `ADD COLUMN IF NOT EXISTS ${name} ${definition}`)}`,
    `ALTER TABLE events ${onCluster}
  ${each((name) => `MATERIALIZE COLUMN ${name}`)}
SETTINGS mutations_sync = 0`,
    // A search shows fifty columns of a hundred rows from all over the table. Decompressing blocks of 64 KiB
    // for them was most of its cost. Existing parts change when they are merged.
    `ALTER TABLE profiles ${onCluster} MODIFY SETTING min_compress_block_size = 1024`,
  ],
});
