// Wallet profiles: fed by materialized views over events, by the API, and by enrichment.
import {
  ATTRIBUTION_FIELDS,
  DEVICE_FIELDS,
  IDENTITY_FIELDS,
} from '../../../../protocol/profiles/profile-fields.js';
import type { Migration } from '../../ports.js';
import type { TableStorage } from '../table-storage.js';
import { ANY_PLACE, walletIdentitySelect, walletProfileSelect } from '../wallet-profile-select.js';

const INSTANT = "DateTime64(3, 'UTC')";
const texts = (names: readonly string[], prefix = ''): string =>
  names.map((name) => `${prefix}${name} String`).join(', ');
const TOUCH = `Tuple(at ${INSTANT}, ${texts(ATTRIBUTION_FIELDS)})`;

const WALLET_PROFILES = `
  project_id     LowCardinality(String),
  wallet         String,
  first_seen     SimpleAggregateFunction(min, ${INSTANT}),
  last_seen      SimpleAggregateFunction(max, ${INSTANT}),
  events         SimpleAggregateFunction(sum, UInt64),
  revenue        SimpleAggregateFunction(sum, Float64),
  volume         SimpleAggregateFunction(sum, Float64),
  points         SimpleAggregateFunction(sum, Float64),
  sessions       AggregateFunction(uniqExact, UInt64),
  activity_dates SimpleAggregateFunction(groupUniqArrayArray, Array(Date)),
  first_touch    SimpleAggregateFunction(min, ${TOUCH}),
  last_touch     SimpleAggregateFunction(max, ${TOUCH}),
  last_context   SimpleAggregateFunction(max, Tuple(at ${INSTANT}, ${texts(DEVICE_FIELDS)})),
  last_event     SimpleAggregateFunction(max, Tuple(at ${INSTANT}, type String, event String, properties String)),
  stored_at      SimpleAggregateFunction(max, ${INSTANT})`;

const WALLET_IDENTITY = `
  project_id LowCardinality(String),
  wallet     String,
  field      LowCardinality(String),
  value      String,
  timestamp  ${INSTANT},
  stored_at  ${INSTANT}`;

const WALLET_LABELS = `
  project_id LowCardinality(String),
  wallet     String,
  tag_id     LowCardinality(String),
  chain_id   LowCardinality(String),
  value      String,
  source     LowCardinality(String),
  timestamp  ${INSTANT},
  version    UInt64 COMMENT 'the latest wins: milliseconds of timestamp, never ahead of the clock',
  is_deleted UInt8,
  stored_at  ${INSTANT} DEFAULT now64(3, 'UTC')`;

const WALLET_IMPORTS = `
  project_id LowCardinality(String),
  wallet     String,
  stored_at  ${INSTANT} DEFAULT now64(3, 'UTC')`;

/** About public chain data, so it belongs to no project. The most valuable entries stand first. */
const WALLET_ENRICHMENT = `
  wallet        String,
  net_worth_usd Float64,
  tx_count      UInt64,
  first_onchain Nullable(${INSTANT}),
  last_onchain  Nullable(${INSTANT}),
  updated_at    ${INSTANT},
  identity      Map(String, String),
  chains        Array(Tuple(chain_id String, net_worth_usd Float64, tx_count UInt64,
                  first_onchain Nullable(String), last_onchain Nullable(String))),
  apps          Array(Tuple(chain_id String, id String, name String, img Nullable(String),
                  url Nullable(String), balance_usd Float64)),
  tokens        Array(Tuple(chain_id String, token_address String, app_id String, name String,
                  symbol String, img Nullable(String), decimals UInt16, price Float64,
                  balance String, balance_usd Float64)),
  stored_at     ${INSTANT} DEFAULT now64(3, 'UTC')`;

/** One plain row a wallet, made from all the others: what searches scan. */
const PROFILES = `
  project_id     LowCardinality(String),
  wallet         String,
  first_seen     Nullable(${INSTANT}),
  last_seen      Nullable(${INSTANT}),
  num_sessions   Nullable(UInt64),
  revenue        Nullable(Float64),
  volume         Nullable(Float64),
  points         Nullable(Float64),
  activity_dates Array(Date),
  ${texts(ATTRIBUTION_FIELDS, 'first_')},
  ${texts(ATTRIBUTION_FIELDS, 'last_')},
  ${texts(DEVICE_FIELDS)},
  last_type String, last_event String, last_properties String,
  ${texts(IDENTITY_FIELDS)},
  net_worth_usd  Float64,
  tx_count       UInt64,
  first_onchain  Nullable(${INSTANT}),
  last_onchain   Nullable(${INSTANT}),
  updated_at     Nullable(${INSTANT}),
  version        UInt64`;

export const profilesMigration = (storage: TableStorage): Migration => {
  const { onCluster, replacingEngine, aggregatingEngine, settings } = storage;
  const table = (name: string, columns: string, rest: string): string =>
    `CREATE TABLE IF NOT EXISTS ${name} ${onCluster} (${columns}
) ${rest}
SETTINGS ${[...settings, 'index_granularity = 1024'].join(', ')}`;
  const replacing = (version: string) => `ENGINE = ${replacingEngine}(${version})`;
  return {
    id: '0004-profiles',
    statements: [
      // A repetition begins anew: what a crash left of the filling would be added up twice.
      `DROP VIEW IF EXISTS wallet_profiles_view ${onCluster}`,
      `DROP VIEW IF EXISTS wallet_identity_view ${onCluster}`,
      table(
        'wallet_profiles',
        WALLET_PROFILES,
        `ENGINE = ${aggregatingEngine} ORDER BY (project_id, wallet)`,
      ),
      table(
        'wallet_identity',
        WALLET_IDENTITY,
        `${replacing('timestamp')} ORDER BY (project_id, wallet, field)`,
      ),
      table(
        'wallet_labels',
        WALLET_LABELS,
        `${replacing('version')} ORDER BY (project_id, wallet, tag_id, chain_id)`,
      ),
      table(
        'wallet_imports',
        WALLET_IMPORTS,
        `${replacing('stored_at')} ORDER BY (project_id, wallet)`,
      ),
      table('wallet_enrichment', WALLET_ENRICHMENT, `${replacing('stored_at')} ORDER BY wallet`),
      table('profiles', PROFILES, `${replacing('version')} ORDER BY (project_id, wallet)`),
      `CREATE TABLE IF NOT EXISTS forgotten ${onCluster} (
  project_id LowCardinality(String),
  id_hash    String COMMENT 'of an id whose events are refused up to that moment',
  forgotten_at ${INSTANT}
) ${replacing('forgotten_at')} ORDER BY (project_id, id_hash)
SETTINGS ${settings.join(', ')}`,
      `TRUNCATE TABLE wallet_profiles ${onCluster}`,
      ...fill('wallet_profiles', walletProfileSelect('events AS e FINAL', '1', ANY_PLACE)),
      ...fill('wallet_identity', walletIdentitySelect(IDENTITY_FIELDS, 'events AS e FINAL')),
      `CREATE MATERIALIZED VIEW wallet_profiles_view ${onCluster} TO wallet_profiles AS
${walletProfileSelect('events AS e', '1', ANY_PLACE)}`,
      `CREATE MATERIALIZED VIEW wallet_identity_view ${onCluster} TO wallet_identity AS
${walletIdentitySelect(IDENTITY_FIELDS, 'events AS e')}`,
    ],
  };
};

/** Deduplication would take a repeated filling for one that is stored; the aggregation may spill. */
const fill = (table: string, select: string): readonly string[] => [
  `INSERT INTO ${table} ${select}
SETTINGS insert_deduplicate = 0, max_bytes_before_external_group_by = 268435456`,
];
