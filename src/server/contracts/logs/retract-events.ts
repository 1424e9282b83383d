// Takes events back as if they had never been stored: from their table, from the rollups and from the
// profiles.
import { rollupSelect } from '../../database/analytics/migrations/0003-rollups.js';
import { walletOf, walletProfileSelect } from '../../database/analytics/wallet-profile-select.js';
import type { AnalyticsDatabase } from '../../database/ports.js';

export interface RetractParts {
  readonly analytics: Pick<AnalyticsDatabase, 'query' | 'execute'>;
  /** Resolves once every event that is accepted now is in the database. */
  readonly settle: () => Promise<void>;
  /** Runs work while no events are loaded. */
  readonly withoutLoads: <T>(work: () => Promise<T>) => Promise<T>;
  /** Runs work while no profile round is under way: a round would put the old profiles back. */
  readonly withoutRounds: <T>(work: () => Promise<T>) => Promise<T>;
  /** Computes the profiles of these wallets anew from the events that remain. */
  readonly takeUp: (wallets: readonly string[]) => Promise<void>;
}

/** Most prefixes of event ids in a statement. */
const PREFIXES_AT_ONCE = 200;
const WALLETS_AT_ONCE = 1_000;

/**
 * An event of a block dated in the future is stored under the day it was read on, so then any day may match.
 */
const isOnThese = (day: string): string =>
  `(${day} IN {days:Array(Date)} OR arrayMax({days:Array(Date)}) > today())`;

const IS_TAKEN_BACK = `type = 'decoded_log' AND ${isOnThese('event_date')}
  AND arrayExists(prefix -> startsWith(message_id, prefix), {prefixes:Array(String)})`;

/** The condition on the events `e` that remain. */
const STAYS = `NOT (e.type = 'decoded_log' AND ${isOnThese('e.event_date')}
  AND arrayExists(prefix -> startsWith(e.message_id, prefix), {prefixes:Array(String)}))`;

const taken = (columns: string): string => `SELECT ${columns} FROM events WHERE ${IS_TAKEN_BACK}`;

// A mutation that rewrites the data, not a lightweight delete; the deletion of persons tells why.
const deletion = (table: string, condition: string): string =>
  `ALTER TABLE ${table} DELETE WHERE ${condition} SETTINGS mutations_sync = 2`;

const again = (table: string, select: string): string =>
  `INSERT INTO ${table} ${select}\nSETTINGS insert_deduplicate = 0`;

const VISIT = "if(session_id != '', session_hash, cityHash64(visitor_hash, toDate(timestamp)))";
const DAYS = `(project_id, date) IN (${taken('project_id, toDate(timestamp)')})`;
const EVENT_DAYS = `(e.project_id, toDate(e.timestamp)) IN (${taken('project_id, toDate(timestamp)')})`;
const WALLETS = taken(`project_id, ${walletOf('address')}`);

/** For each table: deletes the rows that the events went into, and computes those rows anew without the events. */
const STEPS: readonly (readonly [remove: string, rebuild: string])[] = [
  [
    deletion('events_daily', `type = 'decoded_log' AND ${DAYS}`),
    again(
      'events_daily',
      rollupSelect('events_daily', `e.type = 'decoded_log' AND ${EVENT_DAYS} AND ${STAYS}`),
    ),
  ],
  [
    deletion('sources_daily', `type = 'decoded_log' AND ${DAYS}`),
    again(
      'sources_daily',
      rollupSelect('sources_daily', `e.type = 'decoded_log' AND ${EVENT_DAYS} AND ${STAYS}`),
    ),
  ],
  [
    deletion(
      'wallets_daily',
      `(project_id, date, address) IN (${taken('project_id, toDate(timestamp), address')})`,
    ),
    again(
      'wallets_daily',
      rollupSelect(
        'wallets_daily',
        `(e.project_id, toDate(e.timestamp), e.address) IN (${taken('project_id, toDate(timestamp), address')}) AND ${STAYS}`,
      ),
    ),
  ],
  [
    deletion(
      'sessions_daily',
      `(project_id, date, visit) IN (${taken(`project_id, toDate(timestamp), ${VISIT}`)})`,
    ),
    again(
      'sessions_daily',
      rollupSelect(
        'sessions_daily',
        `(e.project_id, toDate(e.timestamp), ${VISIT.replaceAll(/(session_id|session_hash|visitor_hash|timestamp)/g, 'e.$1')})
  IN (${taken(`project_id, toDate(timestamp), ${VISIT}`)}) AND ${STAYS}`,
      ),
    ),
  ],
  [
    deletion('wallet_profiles', `(project_id, wallet) IN (${WALLETS})`),
    again(
      'wallet_profiles',
      walletProfileSelect(
        'events AS e FINAL',
        `(e.project_id, ${walletOf('e.address')}) IN (${WALLETS}) AND ${STAYS}`,
      ),
    ),
  ],
];

const PROFILES_OF_THESE = deletion(
  'profiles',
  `wallet IN {wallets:Array(String)} AND (project_id, wallet) IN (${WALLETS})`,
);

/**
 * The events themselves are deleted last, because the other statements select rows by them. If it is cut
 * short, it can be repeated as a whole.
 */
export const createRetract =
  ({ analytics, settle, withoutLoads, withoutRounds, takeUp }: RetractParts) =>
  async (prefixes: readonly string[], days: readonly string[]): Promise<void> => {
    await settle();
    for (let at = 0; at < prefixes.length; at += PREFIXES_AT_ONCE) {
      const params = { prefixes: prefixes.slice(at, at + PREFIXES_AT_ONCE), days };
      await withoutLoads(async () => {
        const { data } = await analytics.query<{ wallet: string }>(
          `SELECT DISTINCT ${walletOf('address')} AS wallet FROM events WHERE ${IS_TAKEN_BACK}`,
          params,
        );
        if (data.length === 0) return;
        for (const statement of STEPS.flat()) await analytics.execute(statement, params);
        const wallets = data.map(({ wallet }) => wallet).filter((wallet) => wallet !== '');
        await withoutRounds(async () => {
          for (let first = 0; first < wallets.length; first += WALLETS_AT_ONCE) {
            const some = wallets.slice(first, first + WALLETS_AT_ONCE);
            await analytics.execute(PROFILES_OF_THESE, { ...params, wallets: some });
            await takeUp(some);
          }
        });
        await analytics.execute(deletion('events', IS_TAKEN_BACK), params);
      });
    }
  };
