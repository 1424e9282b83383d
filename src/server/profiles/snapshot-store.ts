// The SQL that fills the snapshot of profiles from the tables behind it.
import type { AnalyticsDatabase } from '../database/ports.js';
import { liveProfiles } from './profile-columns.js';

export interface SnapshotStore {
  /** The time by the database's clock, which stamps all rows; milliseconds since 1970. */
  now(): Promise<number>;
  /** When the latest row was made; 0 for an empty table. */
  refreshedAt(): Promise<number>;
  /** Makes anew the rows of all wallets of which anything was stored since then. */
  takeUp(since: number): Promise<void>;
  /** The same for these wallets, in every project that knows them. */
  takeUpWallets(wallets: readonly string[]): Promise<void>;
  /** Merges the table, so that it has one row for each project and wallet on disk. */
  tidy(): Promise<void>;
}

const OWN_TABLES = [
  'wallet_profiles',
  'wallet_identity',
  'wallet_labels',
  'wallet_imports',
] as const;
const SINCE = "fromUnixTimestamp64Milli({since:Int64}, 'UTC')";

/** Enrichment belongs to no project: it changes the wallet in each that has it. */
const changedAnd = (condition: string): string => `SELECT project_id, wallet FROM (
  ${OWN_TABLES.map(
    (table) =>
      `SELECT project_id, wallet FROM ${table} AS t WHERE t.stored_at >= ${SINCE} AND ${condition}`,
  ).join('\n  UNION ALL ')}
  UNION ALL SELECT project_id, wallet FROM profiles
  WHERE wallet IN (
    SELECT wallet FROM wallet_enrichment AS c WHERE c.stored_at >= ${SINCE} AND ${condition}
  ) AND ${condition}
)`;

/** The wallet with which each chunk begins. */
const STARTS = `SELECT wallet AS start FROM (
  SELECT wallet, row_number() OVER (ORDER BY wallet) - 1 AS place
  FROM (SELECT DISTINCT wallet FROM (${changedAnd('1')}))
) WHERE place % {size:UInt32} = 0 ORDER BY start`;

// A chunk is a range of wallets. Every table is sorted by them, so a chunk reads only its own part of each.
const CHUNK = changedAnd(
  "wallet >= {start:String} AND ({end:String} = '' OR wallet < {end:String})",
);

/** Newer than every row there is, which a database's clock that was ahead may have stamped. */
const insertOf = (wallets: string): string => `INSERT INTO profiles
SELECT * REPLACE (greatest(version, (SELECT max(p.version) + 1 FROM profiles AS p)) AS version)
FROM (${liveProfiles(wallets)})
SETTINGS insert_deduplicate = 0`;

const TAKE_UP = insertOf(CHUNK);

const NAMED = OWN_TABLES.map(
  (table) => `SELECT project_id, wallet FROM ${table} WHERE wallet IN {wallets:Array(String)}`,
).join(' UNION ALL ');

const TAKE_UP_NAMED = insertOf(NAMED);

/** @param walletsAtOnce how many wallets one statement takes up, since what it joins stays in memory */
export function createSnapshotStore(
  database: Pick<AnalyticsDatabase, 'query' | 'execute'>,
  walletsAtOnce = 50_000,
): SnapshotStore {
  const one = async (sql: string, params = {}): Promise<number> =>
    (await database.query<{ value: number }>(sql, params)).data[0]?.value ?? 0;
  return {
    now: () => one("SELECT toUnixTimestamp64Milli(now64(3, 'UTC')) AS value"),
    refreshedAt: () => one('SELECT max(version) AS value FROM profiles'),
    async takeUp(since) {
      const { data } = await database.query<{ start: string }>(STARTS, {
        since,
        size: walletsAtOnce,
      });
      for (const [index, { start }] of data.entries()) {
        // The last chunk has no end: wallets that are stored behind it meanwhile are taken up as well.
        await database.execute(TAKE_UP, { since, start, end: data[index + 1]?.start ?? '' });
      }
    },
    takeUpWallets: (wallets) => database.execute(TAKE_UP_NAMED, { wallets }),
    async tidy() {
      const parts = await one(
        "SELECT count() AS value FROM system.parts WHERE database = currentDatabase() AND table = 'profiles' AND active",
      );
      if (parts > 1) await database.execute('OPTIMIZE TABLE profiles FINAL');
    },
  };
}
