// Reads from the workspace API of a test server, as the backend of a team does.
import type { TopEventsRow } from '../../src/protocol/analytics/top-events.js';
import type { TestServer } from './server.js';

/** The rows of `GET /v0/top_events` as a map from `type` or `type:event` to hits. */
export const readTopEvents = async (server: TestServer): Promise<Record<string, number>> => {
  const response = await fetch(`${server.url}/v0/top_events?limit=100`, {
    headers: { authorization: `Bearer ${server.apiKey}` },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`GET /v0/top_events answered ${response.status}: ${text}`);
  const { data }: { data: TopEventsRow[] } = JSON.parse(text);
  return Object.fromEntries(
    data.map(({ type, event, hits }) => [event === '' ? type : `${type}:${event}`, hits]),
  );
};
