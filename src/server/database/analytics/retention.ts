// Deletes old events and their rollups, by the engine's TTL.
import type { AnalyticsDatabase } from '../ports.js';

/**
 * The engine's DateTime covers 1970 to 2106 and wraps around. With more days, an event's expiry, or the day
 * before which profiles are deleted, would come out on the wrong side of today.
 */
export const LONGEST_RETENTION_DAYS = 20_000;

/** The tables with personal data, each with the column that its rows' age is counted from. */
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
 * Sets, changes or removes the TTL. Does nothing if it is set already. The engine then deletes older rows in the
 * background: that rewrites the tables, which takes minutes with many millions of events, and the start of the
 * server must neither wait for it nor fail by the time limit of a statement.
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
    // `alter_sync`, because the engine waits by that setting for the rewriting that a change of the TTL begins.
    await database.execute(
      `ALTER TABLE ${name} ${change} SETTINGS alter_sync = 0, mutations_sync = 0`,
    );
  }
}
