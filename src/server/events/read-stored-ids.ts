// Reads which events were stored lately, so that a start remembers what the process before it knew.
import type { AnalyticsDatabase } from '../database/ports.js';
import type { Log } from '../log.js';
import type { RowName } from './journal/recover.js';

/**
 * Longer than a sender waits between two attempts. The day is of the sender's clock, which may be
 * wrong by a little: it only keeps the question from reading all there is.
 */
const LATELY = `SELECT project_id, message_id FROM events
WHERE event_date >= today() - 2 AND received_at >= now64(3) - INTERVAL 15 MINUTE
ORDER BY received_at DESC
LIMIT 200000`;

/**
 * An event that was loaded and not answered before a kill is sent again: the table would count it
 * once, what is summed up on arrival twice.
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
    log.error('Which events were stored lately could not be read.', error);
    return [];
  }
}
