// The SQL that deletes a person's rows from every table, for good and before it answers.
import { IDENTITY_FIELDS } from '../../protocol/profiles/profile-fields.js';
import { rollupSelect } from '../database/analytics/migrations/0003-rollups.js';
import {
  walletIdentitySelect,
  walletOf,
  walletProfileSelect,
} from '../database/analytics/wallet-profile-select.js';
import type { AnalyticsDatabase, SqlValue } from '../database/ports.js';
import type { PersonIds } from './person.js';

/** What a person's events lead to. */
export interface PersonTraces {
  readonly events: number;
  readonly wallets: readonly string[];
  readonly anonymousIds: readonly string[];
  readonly userIds: readonly string[];
}

export interface ForgetStore {
  traces(projectIds: readonly string[], ids: PersonIds): Promise<PersonTraces>;
  /**
   * Deletes what was made of the person's events, but for the plain profiles, and makes anew what others
   * have a part in.
   *
   * @param affected the person's wallets, and those of the person's events, which others may share
   */
  deleteDerived(
    projectIds: readonly string[],
    ids: PersonIds,
    affected: readonly string[],
  ): Promise<void>;
  /** Deletes the plain profiles of wallets: what is left of them is to be taken up. */
  deleteProfiles(projectIds: readonly string[], affected: readonly string[]): Promise<void>;
  /** Last of all: they tell a repetition what else there is to delete. */
  deleteEvents(projectIds: readonly string[], ids: PersonIds): Promise<void>;
}

type Params = Readonly<Record<string, SqlValue>>;

/** Days of one month, `YYYY-MM-DD`, and the visits that the rollup has on them. */
interface Month {
  readonly first: string;
  readonly last: string;
  readonly days: readonly string[];
  readonly visits: readonly string[];
}

const IN_PROJECTS = 'project_id IN {projects:Array(String)}';
const carriesIds = (of: string): string => `(
  (${of}address != '' AND ${walletOf(`${of}address`)} IN {wallets:Array(String)})
  OR (${of}anonymous_id != '' AND ${of}anonymous_id IN {anonymous:Array(String)})
  OR (${of}user_id != '' AND ${of}user_id IN {users:Array(String)}))`;
const IS_PERSONS = `${IN_PROJECTS} AND ${carriesIds('')}`;

const TRACES = `SELECT count() AS events,
  groupUniqArrayIf(${walletOf('address')}, address != '') AS wallets,
  groupUniqArrayIf(anonymous_id, anonymous_id != '') AS anonymousIds,
  groupUniqArrayIf(user_id, user_id != '') AS userIds
FROM events FINAL WHERE ${IS_PERSONS}`;

const visitOf = (of: string): string =>
  `toString(if(${of}session_id != '', ${of}session_hash, cityHash64(${of}visitor_hash, ${of}utc_day)))`;

/** Where the rollups have the person's events. */
const MONTHS = `SELECT toString(min(utc_day)) AS first, toString(max(utc_day)) AS last,
  groupUniqArray(toString(utc_day)) AS days, groupUniqArray(${visitOf('')}) AS visits
FROM events WHERE ${IS_PERSONS} GROUP BY toYYYYMM(utc_day)`;

// A lightweight delete would only hide the rows; this rewrites the parts that hold them.
const deletion = (table: string, condition: string): string =>
  `ALTER TABLE ${table} DELETE WHERE ${condition} SETTINGS mutations_sync = 2`;

const OF_WALLETS = `${IN_PROJECTS} AND wallet IN {affected:Array(String)}`;

/** What remains of other people who used the same wallets. */
const REMAINING = `e.project_id IN {projects:Array(String)} AND ${walletOf('e.address')} IN {affected:Array(String)}
  AND NOT ${carriesIds('e.')}`;

const WALLET_DAYS_AGAIN = `INSERT INTO wallets_daily
  (project_id, date, address, hits, sessions, revenue, volume, points)
SELECT e.project_id, toDate(e.timestamp) AS date, e.address, count(),
  groupUniqArrayIf(e.session_hash, e.session_id != ''), sum(e.revenue), sum(e.volume), sum(e.points)
FROM events AS e FINAL WHERE e.address != '' AND e.is_bot = 0 AND ${REMAINING}
GROUP BY e.project_id, date, e.address`;

const AGAIN = [
  WALLET_DAYS_AGAIN,
  `INSERT INTO wallet_profiles ${walletProfileSelect('events AS e FINAL', REMAINING)}`,
  `INSERT INTO wallet_identity ${walletIdentitySelect(IDENTITY_FIELDS, 'events AS e FINAL', REMAINING)}`,
].map((sql) => `${sql}\nSETTINGS insert_deduplicate = 0`);

/** What remains of other people in those days. The index over instants says which blocks to read. */
const REMAINING_OF_DAYS = `e.project_id IN {projects:Array(String)} AND e.utc_day IN {days:Array(Date)}
  AND indexHint(toDate(e.timestamp) >= {first:Date} AND toDate(e.timestamp) <= {last:Date})
  AND NOT ${carriesIds('e.')}`;

const ofVisits = (visit: string): string => `${visit} IN {visits:Array(String)}`;

/** For each rollup: which of its rows the person's events went into, and what these are without them. */
const DAYS_AGAIN = (
  [
    ['sessions_daily', ofVisits('toString(visit)'), ofVisits(visitOf('e.'))],
    ['events_daily', '1', '1'],
    ['sources_daily', '1', '1'],
  ] as const
).flatMap(([table, rows, events]) => [
  deletion(table, `${IN_PROJECTS} AND date IN {days:Array(Date)} AND ${rows}`),
  `INSERT INTO ${table} ${rollupSelect(table, `${REMAINING_OF_DAYS} AND ${events}`)}
SETTINGS insert_deduplicate = 0, use_skip_indexes_if_final_exact_mode = 0`,
]);

/** On-chain facts are shared; they go with the last project that knows the wallet. */
const NOBODYS = `wallet IN {wallets:Array(String)} AND wallet NOT IN (
  ${['wallet_profiles', 'wallet_labels', 'wallet_imports'].map((table) => `SELECT wallet FROM ${table} WHERE wallet IN {wallets:Array(String)}`).join(' UNION ALL ')})`;

export function createForgetStore(
  database: Pick<AnalyticsDatabase, 'query' | 'execute'>,
): ForgetStore {
  /** A month at a time, so that each statement ends in time. */
  const deleteFromDays = async (params: Params): Promise<void> => {
    const { data: months } = await database.query<Month>(MONTHS, params);
    for (const { first, last, days, visits } of months) {
      const ofMonth = { ...params, first, last, days, visits };
      for (const statement of DAYS_AGAIN) await database.execute(statement, ofMonth);
    }
  };
  return {
    async traces(projectIds, ids) {
      const { data } = await database.query<PersonTraces>(TRACES, paramsOf(projectIds, ids));
      return data[0] ?? { events: 0, wallets: [], anonymousIds: [], userIds: [] };
    },
    async deleteDerived(projectIds, ids, affected) {
      const params = paramsOf(projectIds, ids);
      const ofWallets = { projects: projectIds, affected };
      await deleteFromDays(params);
      for (const table of ['wallet_profiles', 'wallet_identity']) {
        await database.execute(deletion(table, OF_WALLETS), ofWallets);
      }
      await database.execute(
        deletion(
          'wallets_daily',
          `${IN_PROJECTS} AND ${walletOf('address')} IN {affected:Array(String)}`,
        ),
        ofWallets,
      );
      for (const table of ['wallet_labels', 'wallet_imports']) {
        await database.execute(deletion(table, OF_WALLETS), {
          ...ofWallets,
          affected: ids.wallets,
        });
      }
      for (const statement of AGAIN) await database.execute(statement, { ...params, ...ofWallets });
      await database.execute(deletion('wallet_enrichment', NOBODYS), { wallets: ids.wallets });
    },
    deleteProfiles: (projects, affected) =>
      database.execute(deletion('profiles', OF_WALLETS), { projects, affected }),
    deleteEvents: (projectIds, ids) =>
      database.execute(deletion('events', IS_PERSONS), paramsOf(projectIds, ids)),
  };
}

const paramsOf = (projects: readonly string[], ids: PersonIds): Params => ({
  projects,
  wallets: ids.wallets,
  anonymous: ids.anonymousIds,
  users: ids.userIds,
});
