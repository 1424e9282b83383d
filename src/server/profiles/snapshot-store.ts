// The SQL that fills the snapshot of profiles from the tables behind it.
import type { AnalyticsDatabase } from '../database/ports.js';
import { liveProfiles } from './profile-columns.js';

export interface SnapshotStore {
  /** By the clock of the database, as all stamps; milliseconds since 1970. */
  now(): Promise<number>;
  /** When the latest row was made; 0 for an empty table. */
  refreshedAt(): Promise<number>;
  /** Makes the rows of all wallets that something was stored of since then anew. */
  takeUp(since: number): Promise<void>;
  /** The same of these wallets, in every project that knows them. */
  takeUpWallets(wallets: readonly string[]): Promise<void>;
  /** Leaves one row of each wallet on disk. */
  tidy(): Promise<void>;
}

/** Wallets of one statement: what it joins stays in memory. */
const WALLETS_AT_ONCE = 50_000;

const OWN_TABLES = [
  'wallet_profiles',
  'wallet_identity',
  'wallet_labels',
  'wallet_imports',
] as const;
const SINCE = "fromUnixTimestamp64Milli({since:Int64}, 'UTC')";

/** Enrichment belongs to no project: it changes the wallet in each that has it. */
const CHANGED = `SELECT project_id, wallet FROM (
  ${OWN_TABLES.map(
    (table) => `SELECT project_id, wallet FROM ${table} AS t WHERE t.stored_at >= ${SINCE}`,
  ).join('\n  UNION ALL ')}
  UNION ALL SELECT project_id, wallet FROM profiles
  WHERE wallet IN (SELECT wallet FROM wallet_enrichment AS c WHERE c.stored_at >= ${SINCE})
)`;

const CHUNK = `SELECT project_id, wallet FROM (${CHANGED})
  WHERE cityHash64(wallet) % {chunks:UInt32} = {chunk:UInt32}`;

const COUNT = `SELECT uniq(project_id, wallet) AS count FROM (${CHANGED})`;

const TAKE_UP = `INSERT INTO profiles SELECT * FROM (${liveProfiles(CHUNK)})
SETTINGS insert_deduplicate = 0`;

const NAMED = OWN_TABLES.map(
  (table) => `SELECT project_id, wallet FROM ${table} WHERE wallet IN {wallets:Array(String)}`,
).join(' UNION ALL ');

const TAKE_UP_NAMED = `INSERT INTO profiles SELECT * FROM (${liveProfiles(NAMED)})
SETTINGS insert_deduplicate = 0`;

export function createSnapshotStore(
  database: Pick<AnalyticsDatabase, 'query' | 'execute'>,
): SnapshotStore {
  const one = async (sql: string, params = {}): Promise<number> =>
    (await database.query<{ value: number }>(sql, params)).data[0]?.value ?? 0;
  return {
    now: () => one("SELECT toUnixTimestamp64Milli(now64(3, 'UTC')) AS value"),
    refreshedAt: () => one('SELECT max(version) AS value FROM profiles'),
    async takeUp(since) {
      const count = await one(`SELECT count AS value FROM (${COUNT})`, { since });
      const chunks = Math.ceil(count / WALLETS_AT_ONCE);
      for (let chunk = 0; chunk < chunks; chunk++) {
        await database.execute(TAKE_UP, { since, chunks, chunk });
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
