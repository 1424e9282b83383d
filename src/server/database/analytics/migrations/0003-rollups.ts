// Rollups: what analytics questions read most, aggregated by materialized views while events are stored.
//
// Distinct counts over raw events get slow above some million events, so questions read these tables instead.
// A view stores each load once: its table has a deduplication window like that of the events, and a load that
// is repeated after a crash adds only what the crash left out. Bots are left out, as in every answer.
import type { Migration } from '../../ports.js';
import type { TableStorage } from '../table-storage.js';

interface Rollup {
  readonly table: string;
  /** The columns after project and day. */
  readonly columns: string;
  readonly orderBy: string;
  /** The SELECT list over the events `e`, after project and day. */
  readonly select: string;
  readonly arrayJoin?: string;
  readonly where?: string;
  readonly groupBy: string;
}

/**
 * Column of the session's first event by the name of the column here: it tells where the session came from.
 */
const ENTRY = {
  referrer: 'e.referrer',
  referrer_url: 'e.referrer_url',
  ref: 'e.ref',
  utm_source: 'e.utm_source',
  utm_medium: 'e.utm_medium',
  utm_campaign: 'e.utm_campaign',
  utm_content: 'e.utm_content',
  utm_term: 'e.utm_term',
  origin: 'e.origin',
  device: 'e.device',
  browser: 'e.browser',
  os: 'e.os',
  location: 'e.location',
  channel_type: 'e.channel_type',
  page: 'e.page_path',
};

/**
 * A session on one day. Events without a session count as one visit of their visitor that day; it has
 * a source like any other, and is no session. Events of the same millisecond are told apart by their
 * ids, so that the first one is the same on every replica.
 */
const SESSIONS: Rollup = {
  table: 'sessions_daily',
  columns: `visit UInt64,
  is_session SimpleAggregateFunction(max, UInt8),
  visitors   SimpleAggregateFunction(groupUniqArrayArray, Array(UInt64)),
  wallets    SimpleAggregateFunction(groupUniqArrayArray, Array(UInt64)),
  started    SimpleAggregateFunction(min, DateTime64(3, 'UTC')),
  ended      SimpleAggregateFunction(max, DateTime64(3, 'UTC')),
  events     SimpleAggregateFunction(sum, UInt64),
  pageviews  SimpleAggregateFunction(sum, UInt64),
  revenue    SimpleAggregateFunction(sum, Float64),
  volume     SimpleAggregateFunction(sum, Float64),
  ${Object.keys(ENTRY)
    .map((name) => `entry_${name} AggregateFunction(argMin, String, UInt64)`)
    .join(',\n  ')}`,
  orderBy: 'project_id, date, visit',
  select: `if(e.session_id != '', e.session_hash, cityHash64(e.visitor_hash, toDate(e.timestamp))) AS visit,
  max(e.session_id != '') AS is_session,
  groupUniqArray(e.visitor_hash) AS visitors,
  groupUniqArrayIf(cityHash64(e.address), e.address != '') AS wallets,
  min(e.timestamp) AS started,
  max(e.timestamp) AS ended,
  count() AS events,
  countIf(e.type = 'page') AS pageviews,
  sum(e.revenue) AS revenue,
  sum(e.volume) AS volume,
  ${Object.entries(ENTRY)
    .map(
      ([name, column]) => `argMinState(CAST(${column}, 'String'), e.event_order) AS entry_${name}`,
    )
    .join(',\n  ')}`,
  groupBy: 'visit',
};

const EVENTS: Rollup = {
  table: 'events_daily',
  columns: `type LowCardinality(String),
  event   LowCardinality(String),
  hits    SimpleAggregateFunction(sum, UInt64),
  revenue SimpleAggregateFunction(sum, Float64),
  volume  SimpleAggregateFunction(sum, Float64)`,
  orderBy: 'project_id, date, type, event',
  select: `e.type AS type,
  e.event AS event,
  count() AS hits,
  sum(e.revenue) AS revenue,
  sum(e.volume) AS volume`,
  groupBy: 'type, event',
};

/** The columns by which questions may group events, one at a time. */
const DIMENSIONS = [
  'channel_type',
  'device',
  'browser',
  'os',
  'location',
  'referrer',
  'ref',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
];

/** Long, not wide: a row for each value of each dimension, since all of them at once hardly repeat. */
const SOURCES: Rollup = {
  table: 'sources_daily',
  columns: `dimension LowCardinality(String),
  value   String,
  type    LowCardinality(String),
  hits    SimpleAggregateFunction(sum, UInt64),
  revenue SimpleAggregateFunction(sum, Float64),
  volume  SimpleAggregateFunction(sum, Float64)`,
  orderBy: 'project_id, dimension, date, value, type',
  select: `d.1 AS dimension,
  d.2 AS value,
  e.type AS type,
  count() AS hits,
  sum(e.revenue) AS revenue,
  sum(e.volume) AS volume`,
  arrayJoin: `arrayConcat([${DIMENSIONS.map((name) => `('${name}', CAST(e.${name}, 'String'))`).join(', ')}],
  arrayMap(code -> ('builder_codes', CAST(code, 'String')),
    if(empty(e.builder_codes), [''], arrayDistinct(e.builder_codes)))) AS d`,
  groupBy: 'dimension, value, type',
};

const WALLETS: Rollup = {
  table: 'wallets_daily',
  columns: `address String,
  hits     SimpleAggregateFunction(sum, UInt64),
  sessions SimpleAggregateFunction(groupUniqArrayArray, Array(UInt64)),
  revenue  SimpleAggregateFunction(sum, Float64),
  volume   SimpleAggregateFunction(sum, Float64),
  points   SimpleAggregateFunction(sum, Float64)`,
  orderBy: 'project_id, date, address',
  select: `e.address AS address,
  count() AS hits,
  groupUniqArrayIf(e.session_hash, e.session_id != '') AS sessions,
  sum(e.revenue) AS revenue,
  sum(e.volume) AS volume,
  sum(e.points) AS points`,
  where: "e.address != ''",
  groupBy: 'address',
};

const rowsOf = (
  { select, arrayJoin, where, groupBy }: Rollup,
  source: string,
  condition?: string,
): string =>
  `SELECT e.project_id AS project_id, toDate(e.timestamp) AS date, ${select}
FROM ${source}${arrayJoin === undefined ? '' : `\nARRAY JOIN ${arrayJoin}`}
WHERE e.is_bot = 0${where === undefined ? '' : ` AND ${where}`}${condition === undefined ? '' : ` AND ${condition}`}
GROUP BY project_id, date, ${groupBy}`;

/**
 * Merges the parts of a past month into one, which is read without merging, and makes `FINAL` cost nothing.
 */
const MERGED = [
  'min_age_to_force_merge_seconds = 3600',
  'min_age_to_force_merge_on_partition_only = 1',
];

const ROLLUPS = [SESSIONS, EVENTS, SOURCES, WALLETS];

/**
 * The SELECT that computes a rollup's rows from the events `e` under a condition, with its columns in order.
 */
export const rollupSelect = (
  table: 'sessions_daily' | 'events_daily' | 'sources_daily' | 'wallets_daily',
  condition: string,
): string => {
  const rollup = ROLLUPS.find((one) => one.table === table);
  if (rollup === undefined) throw new Error(`There is no rollup ${table}.`);
  return rowsOf(rollup, 'events AS e FINAL', condition);
};

/** A table with the engine Null: rows that are inserted pass through its views and are not stored. */
const PASSAGE = 'events_passage';

const dropView = (name: string, storage: TableStorage): string =>
  `DROP VIEW IF EXISTS ${name} ${storage.onCluster}`;

const createView = (rollup: Rollup, from: string, storage: TableStorage): string =>
  `CREATE MATERIALIZED VIEW IF NOT EXISTS ${rollup.table}_of_${from} ${storage.onCluster} TO ${rollup.table}
AS ${rowsOf(rollup, `${from} AS e`)}`;

const createTable = ({ table, columns, orderBy }: Rollup, storage: TableStorage): string =>
  `CREATE TABLE IF NOT EXISTS ${table} ${storage.onCluster} (
  project_id LowCardinality(String),
  date Date,
  ${columns}
)
ENGINE = ${storage.aggregatingEngine}
PARTITION BY toYYYYMM(date)
ORDER BY (${orderBy})
SETTINGS ${[...storage.settings, ...MERGED].join(', ')}`;

const MONTHS = 12;

/**
 * Portions, each small enough for a statement's time limit: all before the last year, then month by month.
 */
const byMonth = (): readonly string[] => {
  const month = (ago: number) => `toYYYYMM(today() - INTERVAL ${ago} MONTH)`;
  const ofEvents = 'toYYYYMM(event_date)';
  return [
    `${ofEvents} < ${month(MONTHS)}`,
    ...Array.from({ length: MONTHS + 1 }, (_, ago) => `${ofEvents} = ${month(ago)}`),
    `${ofEvents} > ${month(0)}`,
  ];
};

const passOn = (condition: string): string =>
  `INSERT INTO ${PASSAGE} SELECT * FROM events FINAL WHERE ${condition}
SETTINGS insert_deduplicate = 0, max_threads = 1, max_insert_threads = 1, max_block_size = 65536,
  min_insert_block_size_rows = 262144, min_insert_block_size_bytes = 134217728`;

/**
 * Fills the tables from the existing events, before the views follow new ones. When it is repeated after a
 * crash, it begins with empty tables, so that nothing counts twice. The events pass through in blocks, since
 * grouping all at once would not fit into memory. Deduplication is off: different blocks may have equal sums.
 */
const fill = (storage: TableStorage): readonly string[] => [
  ...ROLLUPS.flatMap(({ table }) => [
    dropView(`${table}_of_events`, storage),
    dropView(`${table}_of_${PASSAGE}`, storage),
  ]),
  `DROP TABLE IF EXISTS ${PASSAGE} ${storage.onCluster} SYNC`,
  ...ROLLUPS.flatMap((rollup) => [
    createTable(rollup, storage),
    `TRUNCATE TABLE ${rollup.table} ${storage.onCluster}`,
  ]),
  `CREATE TABLE ${PASSAGE} ${storage.onCluster} AS events ENGINE = Null`,
  ...ROLLUPS.map((rollup) => createView(rollup, PASSAGE, storage)),
  ...byMonth().map(passOn),
  ...ROLLUPS.map(({ table }) => dropView(`${table}_of_${PASSAGE}`, storage)),
  `DROP TABLE ${PASSAGE} ${storage.onCluster} SYNC`,
];

/** The site; the wallet's chain, as text since Solana's are no numbers; and a total order of a visitor's events. */
const derivedColumns = (storage: TableStorage): string => `ALTER TABLE events ${storage.onCluster}
  ADD COLUMN IF NOT EXISTS origin LowCardinality(String) MATERIALIZED domain(page_url),
  ADD COLUMN IF NOT EXISTS chain_id LowCardinality(String)
    MATERIALIZED trim(BOTH '"' FROM JSONExtractRaw(properties, 'chain_id')),
  ADD COLUMN IF NOT EXISTS event_order UInt64 MATERIALIZED
    toUInt64(toUnixTimestamp64Milli(timestamp)) * 4194304 + bitShiftRight(message_hash, 42) CODEC(ZSTD(1))`;

export const rollupsMigration = (storage: TableStorage): Migration => ({
  id: '0003-rollups',
  statements: [
    derivedColumns(storage),
    `ALTER TABLE events ${storage.onCluster} MODIFY SETTING ${MERGED.join(', ')}`,
    ...fill(storage),
    ...ROLLUPS.map((rollup) => createView(rollup, 'events', storage)),
  ],
});
