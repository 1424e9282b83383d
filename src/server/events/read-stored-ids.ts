// Reads the ids of lately stored events, so that after a restart repeated events are recognised as before.
import type { AnalyticsDatabase } from '../database/ports.js';
import type { Log } from '../log.js';
import type { RowName } from './journal/recover.js';

/**
 * 15 minutes are longer than a sender waits between two attempts. `event_date` follows the sender's clock,
 * which may be a little wrong: that condition only keeps the query from reading the whole table.
 */
const LATELY = `SELECT project_id, message_id FROM events
WHERE event_date >= today() - 2 AND received_at >= now64(3) - INTERVAL 15 MINUTE
ORDER BY received_at DESC
LIMIT 200000`;

/**
 * An event that was loaded but not yet acknowledged when the process was killed is sent again. The table
 * would count it once, but the rollups, which are summed on arrival, twice.
 *
 * @returns nothing when the database does not answer: the server starts all the same
 */
export async function readStoredIds(
  analytics: Pick<AnalyticsDatabase, 'query'>,
  log: Log,
): Promise<readonly RowName[]> {
  try {
    return (await analytics.query<RowName>(LATELY)).data;
  } catch (error) {
    log.error('The ids of recently stored events could not be read.', error);
    return [];
  }
}
