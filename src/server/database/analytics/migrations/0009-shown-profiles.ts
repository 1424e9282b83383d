// Makes a page of a profile search cheap to fetch: what it shows is one column, in small granules.
import type { Migration } from '../../ports.js';
import { SHOWN_SQL } from '../shown-profile.js';
import type { TableStorage } from '../table-storage.js';

/** EVM addresses in four shares, then the others: of many millions, each is copied well in time. */
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
 * The size of granules is decided when a table is made, so the rows move to a new one: some ten seconds
 * for a million wallets, once. The tables change places in one step, so that a crash at any moment leaves
 * one with all rows. A hundred wallets are then read out of 13 thousand rows, not of 100 thousand.
 */
export const shownProfilesMigration = ({
  onCluster,
  replacingEngine,
  settings,
}: TableStorage): Migration => ({
  id: '0009-shown-profiles',
  statements: [
    // At once: what is forgotten must not wait on the disk.
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
