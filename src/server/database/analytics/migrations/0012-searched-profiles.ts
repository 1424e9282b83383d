// Makes profile searches read less: holdings and labels become columns of `profiles`, columns with few
// distinct texts become LowCardinality, and compression blocks are large for scanned columns and small for
// fetched ones.
import {
  ATTRIBUTION_FIELDS,
  DEVICE_FIELDS,
  IDENTITY_FIELDS,
} from '../../../../protocol/profiles/profile-fields.js';
import type { Migration } from '../../ports.js';
import { HOLDING_COLUMNS, LABEL_COLUMNS, liveLabels } from '../searched-columns.js';
import { SHOWN_SQL } from '../shown-profile.js';
import type { TableStorage } from '../table-storage.js';

const FIRST = ATTRIBUTION_FIELDS.map((name) => `first_${name}`);
const LAST = ATTRIBUTION_FIELDS.map((name) => `last_${name}`);

/**
 * The existing columns by name: when the migration is repeated, `profiles` may have the added columns
 * already.
 */
const COPIED = [
  ...['project_id', 'wallet', 'first_seen', 'last_seen', 'num_sessions', 'revenue', 'volume'],
  ...['points', 'activity_dates', ...FIRST, ...LAST, ...DEVICE_FIELDS],
  ...['last_type', 'last_event', 'last_properties', ...IDENTITY_FIELDS],
  ...['net_worth_usd', 'tx_count', 'first_onchain', 'last_onchain', 'updated_at', 'version'],
];

/** Columns with few distinct texts, as in events. URLs of referrers have too many. */
const FEW_KINDS = [...FIRST, ...LAST, ...DEVICE_FIELDS, 'last_type'].filter(
  (name) => !name.endsWith('_referrer_url'),
);

const ADDED = [...HOLDING_COLUMNS, ...LABEL_COLUMNS];

/**
 * Ranges of addresses: each copy finishes within a statement's time limit, and few statements are quick to
 * plan.
 */
const STARTS = ["'0x8'", "'1'"];

export const PORTIONS = [...STARTS, undefined].map((end, index) => {
  const start = STARTS[index - 1];
  return (wallet: string): string =>
    [
      ...(start === undefined ? [] : [`${wallet} >= ${start}`]),
      ...(end === undefined ? [] : [`${wallet} < ${end}`]),
    ].join(' AND ');
});

/**
 * `shown` is computed for a block as a whole. The engine would gather blocks of half a million profiles, for
 * which it needs more than the gigabyte that a statement may take.
 */
export const SMALL_BLOCKS = `max_threads = 2, max_block_size = 8192, min_insert_block_size_rows = 16384,
  min_insert_block_size_bytes = 0, max_read_buffer_size = 65536`;

/**
 * The joined rows of many millions of wallets may not fit into memory, so the join works in eight buckets.
 */
const COPIES = PORTIONS.map(
  (
    within,
  ) => `INSERT INTO profiles_next (${[...COPIED, ...ADDED.map(({ name }) => name)].join(', ')})
SELECT ${[...COPIED.map((name) => `p.${name}`), ...ADDED.map(({ sql }) => sql)].join(', ')}
FROM (SELECT * FROM profiles AS o WHERE ${within('o.wallet')}) AS p
LEFT JOIN (
  SELECT c.wallet AS wallet, c.chains AS chains, c.apps AS apps, c.tokens AS tokens
  FROM wallet_enrichment AS c FINAL WHERE ${within('c.wallet')}
) AS e ON e.wallet = p.wallet
LEFT JOIN (${liveLabels(within('b.wallet'))}) AS l ON l.project_id = p.project_id AND l.wallet = p.wallet
SETTINGS insert_deduplicate = 0, join_algorithm = 'grace_hash', grace_hash_join_initial_buckets = 8,
  ${SMALL_BLOCKS}`,
);

/** Copies what an older process wrote into the old table meanwhile. Rows that are copied twice are merged. */
const LATE_ENRICHMENT = `INSERT INTO wallet_enrichment SELECT * FROM wallet_enrichment_next
WHERE stored_at >= now() - INTERVAL 1 HOUR SETTINGS insert_deduplicate = 0`;

const ENRICHMENT_COPIES = PORTIONS.map(
  (
    within,
  ) => `INSERT INTO wallet_enrichment_next SELECT * FROM wallet_enrichment WHERE ${within('wallet')}
SETTINGS insert_deduplicate = 0`,
);

/**
 * The tables are exchanged in one step, so that after a crash at any moment one of them has all rows.
 */
export const searchedProfilesMigration = ({
  onCluster,
  replacingEngine,
  settings,
}: TableStorage): Migration => ({
  id: '0012-searched-profiles',
  statements: [
    // SYNC deletes the files at once: they may hold data of persons who were deleted.
    `DROP TABLE IF EXISTS profiles_next ${onCluster} SYNC`,
    `CREATE TABLE profiles_next ${onCluster} AS profiles
ENGINE = ${replacingEngine}(version) ORDER BY (project_id, wallet)
SETTINGS ${[...settings, 'index_granularity = 128'].join(', ')}`,
    `ALTER TABLE profiles_next ${onCluster}
  ${[
    ...ADDED.map(({ name, type }) => `ADD COLUMN IF NOT EXISTS ${name} ${type}`),
    ...FEW_KINDS.map((name) => `MODIFY COLUMN ${name} LowCardinality(String)`),
    `MODIFY COLUMN shown String MATERIALIZED ${SHOWN_SQL} CODEC(ZSTD(1)) SETTINGS (min_compress_block_size = 1024)`,
  ].join(',\n  ')}`,
    ...COPIES,
    `EXCHANGE TABLES profiles AND profiles_next ${onCluster}`,
    `DROP TABLE profiles_next ${onCluster} SYNC`,
    // No condition scans this table any more. A page fetches the holdings of a hundred wallets from all over
    // it, so its granules become small.
    `DROP TABLE IF EXISTS wallet_enrichment_next ${onCluster} SYNC`,
    `CREATE TABLE wallet_enrichment_next ${onCluster} AS wallet_enrichment
ENGINE = ${replacingEngine}(stored_at) ORDER BY wallet
SETTINGS ${[...settings, 'index_granularity = 64', 'min_compress_block_size = 1024'].join(', ')}`,
    ...ENRICHMENT_COPIES,
    `EXCHANGE TABLES wallet_enrichment AND wallet_enrichment_next ${onCluster}`,
    LATE_ENRICHMENT,
    `DROP TABLE wallet_enrichment_next ${onCluster} SYNC`,
  ],
});
