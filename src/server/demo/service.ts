// Turns the rows of one visitor into what the demo page shows.
import type { StoredEvent, VisitorAnswer, VisitorFunnel } from './answer.js';
import type { DemoStore, EventRow, Visitor } from './store.js';

export interface DemoService {
  /** A visitor's latest `limit` events, newest first, and the visitor's funnel. */
  visitorEvents(visitor: Visitor, limit: number): Promise<VisitorAnswer>;
}

const NO_FUNNEL: VisitorFunnel = { pages: 0, connects: 0, transactions: 0 };

export function createDemoService(store: DemoStore): DemoService {
  return {
    async visitorEvents(visitor, limit) {
      const [rows, funnel] = await Promise.all([
        store.latestEvents(visitor, limit),
        store.countFunnel(visitor),
      ]);
      return { events: rows.map(toStoredEvent), funnel: funnel ?? NO_FUNNEL };
    },
  };
}

function toStoredEvent({
  timestamp_ms,
  received_ms,
  properties_json,
  ...event
}: EventRow): StoredEvent {
  return {
    ...event,
    timestamp: new Date(timestamp_ms).toISOString(),
    received_at: new Date(received_ms).toISOString(),
    properties: parseProperties(properties_json),
  };
}

/** An event without properties is stored with an empty text. */
function parseProperties(json: string): StoredEvent['properties'] {
  if (json === '') return {};
  const value: unknown = JSON.parse(json);
  return typeof value === 'object' && value !== null ? (value as StoredEvent['properties']) : {};
}
