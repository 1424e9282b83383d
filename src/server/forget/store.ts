// The SQL that deletes a person's rows from every table, for good and before it answers.
import { IDENTITY_FIELDS } from '../../protocol/profiles/profile-fields.js';
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

/** Hashes by which rollups know sessions, visitors and wallets: of this person, not of who shared one. */
const HASHES = `SELECT groupUniqArray(toString(session_hash)) AS sessions,
  groupUniqArrayIf(toString(visitor_hash),
    anonymous_id IN {anonymous:Array(String)} OR user_id IN {users:Array(String)}) AS visitors,
  groupUniqArrayIf(toString(cityHash64(address)),
    ${walletOf('address')} IN {wallets:Array(String)}) AS addresses
FROM events WHERE ${IS_PERSONS}`;

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

/** On-chain facts are shared; they go with the last project that knows the wallet. */
const NOBODYS = `wallet IN {wallets:Array(String)} AND wallet NOT IN (
  ${['wallet_profiles', 'wallet_labels', 'wallet_imports'].map((table) => `SELECT wallet FROM ${table} WHERE wallet IN {wallets:Array(String)}`).join(' UNION ALL ')})`;

export function createForgetStore(
  database: Pick<AnalyticsDatabase, 'query' | 'execute'>,
): ForgetStore {
  const deleteSessions = async (params: Params): Promise<void> => {
    const [hashes] = (await database.query<Record<string, readonly string[]>>(HASHES, params)).data;
    const { sessions = [], visitors = [], addresses = [] } = hashes ?? {};
    await database.execute(
      deletion(
        'sessions_daily',
        `${IN_PROJECTS} AND (toString(visit) IN {sessions:Array(String)}
          OR hasAny(arrayMap(hash -> toString(hash), visitors), {visitors:Array(String)})
          OR hasAny(arrayMap(hash -> toString(hash), wallets), {addresses:Array(String)}))`,
      ),
      { projects: params.projects ?? [], sessions, visitors, addresses },
    );
  };
  return {
    async traces(projectIds, ids) {
      const { data } = await database.query<PersonTraces>(TRACES, paramsOf(projectIds, ids));
      return data[0] ?? { events: 0, wallets: [], anonymousIds: [], userIds: [] };
    },
    async deleteDerived(projectIds, ids, affected) {
      const params = paramsOf(projectIds, ids);
      const ofWallets = { projects: projectIds, affected };
      await deleteSessions(params);
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
