// Makes searches of profiles read less: holdings and labels beside what else conditions compare, texts of
// few kinds as numbers, and blocks that are large where a search scans and small where it fetches.
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

/** Those of before, in their order: a repetition may find the others already there. */
const COPIED = [
  ...['project_id', 'wallet', 'first_seen', 'last_seen', 'num_sessions', 'revenue', 'volume'],
  ...['points', 'activity_dates', ...FIRST, ...LAST, ...DEVICE_FIELDS],
  ...['last_type', 'last_event', 'last_properties', ...IDENTITY_FIELDS],
  ...['net_worth_usd', 'tx_count', 'first_onchain', 'last_onchain', 'updated_at', 'version'],
];

/** As in events; an address of a page is of many kinds. */
const FEW_KINDS = [...FIRST, ...LAST, ...DEVICE_FIELDS, 'last_type'].filter(
  (name) => !name.endsWith('_referrer_url'),
);

const ADDED = [...HOLDING_COLUMNS, ...LABEL_COLUMNS];

/** EVM addresses in halves, then the others: each statement ends well in time, and few are quick to plan. */
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
 * What is shown of a profile is written for a block as a whole: of half a million profiles, which the engine
 * gathers by itself, it takes more than the gigabyte that a statement has.
 */
export const SMALL_BLOCKS = `max_threads = 2, max_block_size = 8192, min_insert_block_size_rows = 16384,
  min_insert_block_size_bytes = 0, max_read_buffer_size = 65536`;

/** Of many millions, what is joined may not fit into memory: an eighth of it does. */
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

/** What an older process wrote into the old table meanwhile; a row that is there twice becomes one. */
const LATE_ENRICHMENT = `INSERT INTO wallet_enrichment SELECT * FROM wallet_enrichment_next
WHERE stored_at >= now() - INTERVAL 1 HOUR SETTINGS insert_deduplicate = 0`;

const ENRICHMENT_COPIES = PORTIONS.map(
  (
    within,
  ) => `INSERT INTO wallet_enrichment_next SELECT * FROM wallet_enrichment WHERE ${within('wallet')}
SETTINGS insert_deduplicate = 0`,
);

/**
 * The tables change places in one step, so that a crash at any moment leaves one with
 * all rows.
 */
export const searchedProfilesMigration = ({
  onCluster,
  replacingEngine,
  settings,
}: TableStorage): Migration => ({
  id: '0012-searched-profiles',
  statements: [
    // At once: what is forgotten must not wait on the disk.
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
    // No condition scans it any more: a page shows what a hundred wallets hold, from all over the table.
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
