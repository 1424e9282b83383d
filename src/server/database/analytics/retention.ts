// Deletes old events and what was added up of them, by the engine's own time limits.
import type { AnalyticsDatabase } from '../ports.js';

/**
 * The engine's instants in whole seconds begin in 1970 and end in 2106, and go round: with more days the end
 * of an event's time, or the day before which profiles go, comes out on the wrong side of today.
 */
export const LONGEST_RETENTION_DAYS = 20_000;

/** Tables of a person's traces, and the day or instant that their age is counted from. */
const AGES: Readonly<Record<string, string>> = {
  events: 'toDateTime(timestamp)',
  wallet_profiles: 'toDateTime(last_seen)',
  wallet_identity: 'toDateTime(timestamp)',
  sessions_daily: 'date',
  sources_daily: 'date',
  events_daily: 'date',
  wallets_daily: 'date',
};

const TABLES = `SELECT name, create_table_query AS ddl FROM system.tables
WHERE database = currentDatabase() AND name IN {names:Array(String)} AND engine LIKE '%MergeTree'`;

/**
 * Sets, changes or removes the limit, and deletes at once what is older. Does nothing where it is set.
 *
 * @param days 0 keeps everything; at most `LONGEST_RETENTION_DAYS`
 */
export async function applyRetention(
  database: Pick<AnalyticsDatabase, 'query' | 'execute'>,
  days: number,
): Promise<void> {
  const names = Object.keys(AGES);
  const { data } = await database.query<{ name: string; ddl: string }>(TABLES, { names });
  for (const { name, ddl } of data) {
    const set = /\sTTL .* \+ toIntervalDay\((\d+)\)/s.exec(ddl)?.[1];
    if (Number(set ?? 0) === days) continue;
    const change =
      days === 0 ? 'REMOVE TTL' : `MODIFY TTL ${AGES[name]} + toIntervalDay(${Math.floor(days)})`;
    await database.execute(`ALTER TABLE ${name} ${change} SETTINGS mutations_sync = 2`);
  }
}
