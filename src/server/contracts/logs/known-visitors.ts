// Finds the visitor that a wallet was last seen with, so that its on-chain events belong to the same person.
import type { WireEvent } from '../../../protocol/events.js';
import type { AnalyticsDatabase } from '../../database/ports.js';

const LAST_VISITORS = `SELECT e.address AS address, argMax(e.anonymous_id, e.timestamp) AS visitor
FROM events AS e
WHERE e.project_id = {project:String} AND e.address IN {addresses:Array(String)}
  AND e.anonymous_id != '' AND e.channel IN ('web', 'mobile') AND e.is_bot = 0
GROUP BY address`;

/** Returns the events, each with the last visitor of its wallet if the project knows one. */
export const createKnownVisitors =
  (analytics: Pick<AnalyticsDatabase, 'query'>) =>
  async (events: readonly WireEvent[], projectId: string): Promise<readonly WireEvent[]> => {
    const addresses = [...new Set(events.flatMap(({ address }) => address ?? []))];
    if (addresses.length === 0) return events;
    const { data } = await analytics.query<{ address: string; visitor: string }>(LAST_VISITORS, {
      project: projectId,
      addresses,
    });
    const visitors = new Map(data.map(({ address, visitor }) => [address, visitor]));
    return events.map((event) => {
      const visitor = visitors.get(event.address ?? '');
      return visitor === undefined ? event : { ...event, anonymous_id: visitor };
    });
  };
