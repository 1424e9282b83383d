// Makes a page of a profile search cheap to fetch: what it shows is one column, in small granules.
import type { Migration } from '../../ports.js';
import { SHOWN_SQL } from '../shown-profile.js';
import type { TableStorage } from '../table-storage.js';

/**
 * Ranges of addresses: each copy finishes within a statement's time limit, even with many millions of
 * wallets.
 */
const STARTS = ["'0x4'", "'0x8'", "'0xc'", "'1'", "'5'", "'9'"];

const COPIES = [...STARTS, undefined].map((end, index) => {
  const start = STARTS[index - 1];
  const bounds = [
    ...(start === undefined ? [] : [`wallet >= ${start}`]),
    ...(end === undefined ? [] : [`wallet < ${end}`]),
  ];
  return `INSERT INTO profiles_next SELECT * FROM profiles WHERE ${bounds.join(' AND ')}
SETTINGS insert_deduplicate = 0`;
});

/**
 * Granularity is fixed when a table is created, so the rows are copied to a new table, which takes some ten
 * seconds for a million wallets. The tables are exchanged in one step, so that after a crash at any moment
 * one of them has all rows. A page of a hundred wallets then reads 13 thousand rows, not 100 thousand.
 */
export const shownProfilesMigration = ({
  onCluster,
  replacingEngine,
  settings,
}: TableStorage): Migration => ({
  id: '0009-shown-profiles',
  statements: [
    // SYNC deletes the files at once: they may hold data of persons who were deleted.
    `DROP TABLE IF EXISTS profiles_next ${onCluster} SYNC`,
    `CREATE TABLE profiles_next ${onCluster} AS profiles
ENGINE = ${replacingEngine}(version) ORDER BY (project_id, wallet)
SETTINGS ${[...settings, 'index_granularity = 128', 'min_compress_block_size = 1024'].join(', ')}`,
    `ALTER TABLE profiles_next ${onCluster}
  ADD COLUMN IF NOT EXISTS shown String MATERIALIZED ${SHOWN_SQL} CODEC(ZSTD(1))`,
    ...COPIES,
    `EXCHANGE TABLES profiles AND profiles_next ${onCluster}`,
    `DROP TABLE profiles_next ${onCluster} SYNC`,
  ],
});
