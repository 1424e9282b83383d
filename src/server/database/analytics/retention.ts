// Deletes old events and their rollups, by the engine's TTL.
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseQueryError } from '../database-errors.js';
import type { AnalyticsDatabase } from '../ports.js';
import { stagedOf } from './migrations/0016-staged-rollups.js';

/**
 * The engine's DateTime covers 1970 to 2106 and wraps around. With more days, an event's expiry, or the day
 * before which profiles are deleted, would come out on the wrong side of today.
 */
export const LONGEST_RETENTION_DAYS = 20_000;

/**
 * The tables with personal data, each with the column that its rows' age is counted from. Those in which daily sums
 * are made anew must not expire sooner than the tables that get them.
 */
const AGES: Readonly<Record<string, string>> = {
  events: 'toDateTime(timestamp)',
  wallet_profiles: 'toDateTime(last_seen)',
  wallet_identity: 'toDateTime(timestamp)',
  sessions_daily: 'date',
  sources_daily: 'date',
  events_daily: 'date',
  wallets_daily: 'date',
  [stagedOf('sessions_daily')]: 'date',
  [stagedOf('sources_daily')]: 'date',
  [stagedOf('events_daily')]: 'date',
};

const TABLES = `SELECT name, create_table_query AS ddl FROM system.tables
WHERE database = currentDatabase() AND name IN {names:Array(String)} AND engine LIKE '%MergeTree'`;

type Database = Pick<AnalyticsDatabase, 'query' | 'execute'>;

/**
 * Ends the rewriting that a TTL began. Left alone, it would fail without end once the TTL is gone, and every later
 * deletion from the table waits for it.
 */
const endRewriting = (table: string): string =>
  `KILL MUTATION WHERE database = currentDatabase() AND table = '${table}'
AND command LIKE '%MATERIALIZE TTL%' AND NOT is_done`;

const setRetention = async (database: Database, days: number): Promise<void> => {
  const names = Object.keys(AGES);
  const { data } = await database.query<{ name: string; ddl: string }>(TABLES, { names });
  for (const { name, ddl } of data) {
    const set = /\sTTL .* \+ toIntervalDay\((\d+)\)/s.exec(ddl)?.[1];
    if (Number(set ?? 0) === days) continue;
    if (days === 0) await database.execute(endRewriting(name));
    const change =
      days === 0 ? 'REMOVE TTL' : `MODIFY TTL ${AGES[name]} + toIntervalDay(${Math.floor(days)})`;
    // `alter_sync`, because the engine waits by that setting for the rewriting that a change of the TTL begins.
    await database.execute(
      `ALTER TABLE ${name} ${change} SETTINGS alter_sync = 0, mutations_sync = 0`,
    );
  }
};

/** A replicated table takes no change before the replica has applied the one before, as of another process. */
const NOT_APPLIED_YET = '517';
const ATTEMPTS = 100;
const PAUSE_MS = 100;

/**
 * Sets, changes or removes the TTL. Does nothing if it is set already. The engine then deletes older rows in the
 * background: that rewrites the tables, which takes minutes with many millions of events, and the start of the
 * server must neither wait for it nor fail by the time limit of a statement.
 *
 * @param days 0 keeps everything; at most `LONGEST_RETENTION_DAYS`
 */
export async function applyRetention(database: Database, days: number): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await setRetention(database, days);
    } catch (error) {
      const isEarly = error instanceof DatabaseQueryError && error.code === NOT_APPLIED_YET;
      if (!isEarly || attempt === ATTEMPTS) throw error;
    }
    await sleep(PAUSE_MS);
  }
}
