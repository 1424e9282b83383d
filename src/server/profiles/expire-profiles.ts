// Deletes profiles whose events the retention has deleted: the engine expires events by itself, but not the
// profiles that were made of them.
import type { AnalyticsDatabase } from '../database/ports.js';
import type { Job } from '../job.js';
import type { Log } from '../log.js';
import { createRepeatingJob } from '../repeating-job.js';
import { createSnapshotStore } from './snapshot-store.js';

/** A profile that was made of events, none of which is of the days for which events are kept. */
const IS_EXPIRED = `last_seen IS NOT NULL
  AND (project_id, wallet) NOT IN (SELECT project_id, wallet FROM wallet_profiles
    WHERE last_seen >= now() - toIntervalDay({days:UInt32}))`;

const IS_KNOWN_OTHERWISE = `((project_id, wallet) IN (SELECT project_id, wallet FROM wallet_labels)
  OR (project_id, wallet) IN (SELECT project_id, wallet FROM wallet_imports))`;

const KNOWN_OTHERWISE = `SELECT DISTINCT wallet FROM profiles FINAL
WHERE ${IS_EXPIRED} AND ${IS_KNOWN_OTHERWISE}`;

const DELETE_OTHERS = `ALTER TABLE profiles DELETE WHERE ${IS_EXPIRED} AND NOT ${IS_KNOWN_OTHERWISE}
SETTINGS mutations_sync = 2`;

const WALLETS_AT_ONCE = 10_000;

/**
 * A wallet that has labels or was imported keeps a profile, but one without the deleted events. All others lose it.
 *
 * @param days after which events are deleted
 */
export async function expireProfiles(
  database: Pick<AnalyticsDatabase, 'query' | 'execute'>,
  days: number,
): Promise<void> {
  const store = createSnapshotStore(database);
  const { data } = await database.query<{ wallet: string }>(KNOWN_OTHERWISE, { days });
  const wallets = data.map(({ wallet }) => wallet);
  for (let at = 0; at < wallets.length; at += WALLETS_AT_ONCE) {
    await store.takeUpWallets(wallets.slice(at, at + WALLETS_AT_ONCE));
  }
  await database.execute(DELETE_OTHERS, { days });
}

/** As often as the engine looks for rows that are too old. */
const EVERY_MS = 4 * 60 * 60_000;

export interface ExpireProfilesParts {
  readonly database: Pick<AnalyticsDatabase, 'query' | 'execute'>;
  readonly days: number;
  /** Runs work while no process updates profiles, which could write back what is deleted. */
  readonly withoutRounds: <T>(work: () => Promise<T>) => Promise<T>;
  readonly log: Log;
}

export const createExpireProfilesJob = (parts: ExpireProfilesParts): Job =>
  createRepeatingJob({
    run: () => parts.withoutRounds(() => expireProfiles(parts.database, parts.days)),
    everyMs: EVERY_MS,
    onFailure: (error) =>
      parts.log.error(
        'Profiles of deleted events could not be deleted; the server will try again.',
        error,
      ),
  });
