// Reads one visitor's events from the events table.
import type { AnalyticsDatabase } from '../database/ports.js';
import type { StoredEvent, VisitorFunnel } from './answer.js';

/** One row as the database answers it. */
export interface EventRow extends Omit<StoredEvent, 'timestamp' | 'received_at' | 'properties'> {
  readonly timestamp_ms: number;
  readonly received_ms: number;
  /** JSON text. */
  readonly properties_json: string;
}

/** Whose events are read. An anonymous id counts within one project only. */
export interface Visitor {
  readonly projectId: string;
  readonly anonymousId: string;
}

export interface DemoStore {
  latestEvents(visitor: Visitor, limit: number): Promise<readonly EventRow[]>;
  countFunnel(visitor: Visitor): Promise<VisitorFunnel | undefined>;
}

// The limit of 30 days keeps a page that polls every other second from reading a project's whole history.
// FINAL, because an event that was sent twice is merged into one row only later.
const VISITOR_EVENTS = `events FINAL
WHERE project_id = {project_id:String}
  AND event_date >= today() - 30
  AND anonymous_id = {anonymous_id:String}`;

// Long properties are left out: anybody may send events of five megabytes, and a hundred of them in one
// answer would stop the server.
const LATEST_EVENTS = `SELECT
  message_id,
  type,
  event,
  user_id,
  session_id,
  address,
  toUnixTimestamp64Milli(timestamp) AS timestamp_ms,
  toUnixTimestamp64Milli(received_at) AS received_ms,
  if(length(properties) <= 20000, properties, '') AS properties_json
FROM ${VISITOR_EVENTS}
ORDER BY timestamp DESC, message_id DESC
LIMIT {limit:UInt32}`;

const FUNNEL = `SELECT
  countIf(type = 'page') AS pages,
  countIf(type = 'connect') AS connects,
  uniqExactIf(
    JSONExtractString(properties, 'transaction_hash'),
    type = 'transaction' AND JSONExtractString(properties, 'transaction_hash') != ''
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
      const answer = await analytics.query<VisitorFunnel>(FUNNEL, bind(visitor));
      return answer.data[0];
    },
  };
}
