// The events table: one row for each accepted event.
import type { Migration } from '../../ports.js';
import type { TableStorage } from '../table-storage.js';

/** What the sender said, with its times. */
const SENT_COLUMNS = `
  project_id         LowCardinality(String),
  timestamp          DateTime64(3, 'UTC') COMMENT 'corrected for a wrong clock of the sender' CODEC(Delta, ZSTD(1)),
  original_timestamp DateTime64(3, 'UTC') COMMENT 'by the clock of the sender' CODEC(Delta, ZSTD(1)),
  sent_at            DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  received_at        DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  message_id         String CODEC(ZSTD(1)),
  type               LowCardinality(String),
  event              LowCardinality(String),
  channel            LowCardinality(String),
  version            LowCardinality(String),
  anonymous_id       String CODEC(ZSTD(1)),
  user_id            String CODEC(ZSTD(1)),
  session_id         String CODEC(ZSTD(1)),
  address            String CODEC(ZSTD(1)),
  properties         String COMMENT 'JSON text as sent: the JSON type would drop nulls, split dotted names and reorder' CODEC(ZSTD(1)),
  context            String COMMENT 'JSON text as sent' CODEC(ZSTD(1)),
  extra              String COMMENT 'JSON text: keys of the event that this version does not know' CODEC(ZSTD(1)),
  revenue            Float64 CODEC(ZSTD(1)),
  volume             Float64 CODEC(ZSTD(1)),
  points             Float64 CODEC(ZSTD(1))`;

/** What the server derived from an event when it received it, for questions to group by. */
const ENRICHED_COLUMNS = `
  location        LowCardinality(String),
  locale          LowCardinality(String),
  timezone        LowCardinality(String),
  browser         LowCardinality(String),
  os              LowCardinality(String),
  device          LowCardinality(String),
  user_agent      LowCardinality(String),
  referrer_url    String CODEC(ZSTD(1)),
  ref             LowCardinality(String),
  utm_source      LowCardinality(String),
  utm_medium      LowCardinality(String),
  utm_campaign    LowCardinality(String),
  utm_content     LowCardinality(String),
  utm_term        LowCardinality(String),
  channel_type    LowCardinality(String),
  page_url        String CODEC(ZSTD(1)),
  page_path       LowCardinality(String),
  page_title      LowCardinality(String),
  library_name    LowCardinality(String),
  library_version LowCardinality(String),
  screen_width    UInt16,
  screen_height   UInt16,
  viewport_width  UInt16,
  viewport_height UInt16,
  screen_density  Float32`;

/**
 * What the database derives. The day comes from the sender's clock, because it is part of the key:
 * the corrected time differs between an event and its repetition.
 */
const DERIVED_COLUMNS = `
  event_date   Date MATERIALIZED toDate(original_timestamp),
  event_key    LowCardinality(String) MATERIALIZED if(type = 'track' AND event != '', event, type),
  referrer     LowCardinality(String) MATERIALIZED domainWithoutWWW(referrer_url),
  message_hash UInt64 MATERIALIZED sipHash64(message_id) CODEC(NONE),
  session_hash UInt64 MATERIALIZED cityHash64(session_id) CODEC(ZSTD(1)),
  visitor_hash UInt64 MATERIALIZED
    cityHash64(multiIf(anonymous_id != '', anonymous_id, user_id != '', user_id, address)) CODEC(ZSTD(1))`;

/** Counts are exact with `FINAL`: an event stored twice is one row then. */
export const eventsMigration = (storage: TableStorage): Migration => ({
  id: '0001-events',
  statements: [
    `CREATE TABLE IF NOT EXISTS events ${storage.onCluster} (
  ${SENT_COLUMNS},
  ${ENRICHED_COLUMNS},
  ${DERIVED_COLUMNS},
  INDEX ix_timestamp timestamp TYPE minmax GRANULARITY 1,
  INDEX ix_address address TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX ix_message message_hash TYPE bloom_filter(0.01) GRANULARITY 4
)
ENGINE = ${storage.replacingEngine}
PARTITION BY toYYYYMM(event_date)
ORDER BY (project_id, event_date, type, event, visitor_hash, message_hash)
SETTINGS ${storage.settings.join(', ')}`,
  ],
});
