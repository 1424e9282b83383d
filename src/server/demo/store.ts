// Reads one visitor's events from the events table.
import type { AnalyticsDatabase } from '../database/ports.js';
import type { StoredEvent } from './answer.js';

/** One row as the database answers it. 64-bit numbers may come as text, by the engine's settings. */
export interface EventRow extends Omit<StoredEvent, 'timestamp' | 'received_at' | 'properties'> {
  readonly timestamp_ms: number | string;
  readonly received_ms: number | string;
  /** JSON text. */
  readonly properties_json: string;
}

export interface FunnelRow {
  readonly pages: number | string;
  readonly connects: number | string;
  readonly transactions: number | string;
}

/** Whose events are read. An anonymous id counts within one project only. */
export interface Visitor {
  readonly projectId: string;
  readonly anonymousId: string;
}

export interface DemoStore {
  latestEvents(visitor: Visitor, limit: number): Promise<readonly EventRow[]>;
  countFunnel(visitor: Visitor): Promise<FunnelRow | undefined>;
}

// The limit of 30 days keeps a page that polls every other second from reading a project's whole history.
// FINAL, because an event that was sent twice is merged into one row only later.
const VISITOR_EVENTS = `events FINAL
WHERE project_id = {project_id:String}
  AND event_date >= today() - 30
  AND anonymous_id = {anonymous_id:String}`;

// toString() gives JSON text whether the column is a String or of the JSON type. Long properties are left
// out: anybody may send events of five megabytes, and a hundred of them in one answer would stop the server.
const LATEST_EVENTS = `SELECT
  message_id,
  toString(type) AS type,
  toString(event) AS event,
  user_id,
  session_id,
  address,
  toUnixTimestamp64Milli(timestamp) AS timestamp_ms,
  toUnixTimestamp64Milli(received_at) AS received_ms,
  if(length(toString(properties)) <= 20000, toString(properties), '') AS properties_json
FROM ${VISITOR_EVENTS}
ORDER BY timestamp DESC, message_id DESC
LIMIT {limit:UInt32}`;

const FUNNEL = `SELECT
  countIf(type = 'page') AS pages,
  countIf(type = 'connect') AS connects,
  uniqExactIf(
    JSONExtractString(toString(properties), 'transaction_hash'),
    type = 'transaction' AND JSONExtractString(toString(properties), 'transaction_hash') != ''
  ) AS transactions
FROM ${VISITOR_EVENTS}`;

export function createDemoStore(analytics: AnalyticsDatabase): DemoStore {
  const bind = (visitor: Visitor) => ({
    project_id: visitor.projectId,
    anonymous_id: visitor.anonymousId,
  });
  return {
    async latestEvents(visitor, limit) {
      const answer = await analytics.query<EventRow>(LATEST_EVENTS, { ...bind(visitor), limit });
      return answer.data;
    },
    async countFunnel(visitor) {
      const answer = await analytics.query<FunnelRow>(FUNNEL, bind(visitor));
      return answer.data[0];
    },
  };
}
