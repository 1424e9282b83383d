// The SQL that deletes a person's rows from every table, for good and before it answers.
import { walletOf } from '../database/analytics/wallet-profile-select.js';
import type { AnalyticsDatabase, SqlValue } from '../database/ports.js';
import type { DaySums, SummedMonth } from './day-sums.js';
import type { PersonIds } from './person.js';
import {
  carriesIds,
  deletion,
  EVER,
  IN_PROJECTS,
  isDeleted,
  nameless,
  type PersonParams,
  STORED_UNTIL,
  visitOf,
} from './person-sql.js';
import { ofWallets } from './shared-wallets.js';

/** The ids that a person's events carry, and how many events there are. */
export interface PersonTraces {
  readonly events: number;
  readonly wallets: readonly string[];
  readonly anonymousIds: readonly string[];
  readonly userIds: readonly string[];
}

/** Whose data are deleted, and of which time. */
export interface DeletionScope {
  readonly projectIds: readonly string[];
  readonly ids: PersonIds;
  /** What came later stays. `YYYY-MM-DD hh:mm:ss.sss` in UTC. */
  readonly until: string;
}

export interface ForgetStore {
  /** Of events of any time. */
  traces(projectIds: readonly string[], ids: PersonIds): Promise<PersonTraces>;
  /**
   * Deletes on-chain data of those wallets of the person that no other project knows. To be called first: it
   * reads which wallets these projects know from the rows that are deleted next.
   *
   * @param ofStrangers also of wallets that these projects do not know either
   */
  deleteShared(scope: DeletionScope, ofStrangers: boolean): Promise<void>;
  /**
   * Deletes the person's labels and imports and all that was derived from the person's events, except for the
   * table `profiles`. Rows to which other people's events contribute are rebuilt.
   *
   * @param affected the person's wallets, and those of the person's events, which others may share
   */
  deleteDerived(scope: DeletionScope, affected: readonly string[]): Promise<void>;
  /** Deletes the wallets' rows of the table `profiles`, which are then to be made anew from what remains. */
  deleteProfiles(projectIds: readonly string[], affected: readonly string[]): Promise<void>;
  /** To be called last: a repeated deletion finds by the events what else to delete. */
  deleteEvents(scope: DeletionScope): Promise<void>;
}

type Named = Readonly<Record<string, SqlValue>>;

interface Params extends PersonParams, Named {
  readonly projects: readonly string[];
}

const IS_PERSONS = `${IN_PROJECTS} AND ${carriesIds('')}`;

const TRACES = `SELECT count() AS events,
  groupUniqArrayIf(${walletOf('address')}, address != '') AS wallets,
  groupUniqArrayIf(anonymous_id, anonymous_id != '') AS anonymousIds,
  groupUniqArrayIf(user_id, user_id != '') AS userIds
FROM events FINAL WHERE ${IS_PERSONS}`;

/**
 * The days and visits under which the rollups count the person's events, by month. Those of later events, which
 * stay, are among them: an attempt that was cut short has left these events out of the rollups, too.
 */
const MONTHS = `SELECT toString(min(utc_day)) AS first, toString(max(utc_day)) AS last,
  groupUniqArray(toString(utc_day)) AS days, groupUniqArray(${visitOf('')}) AS visits
FROM events WHERE ${IS_PERSONS} GROUP BY toYYYYMM(utc_day)`;

const knownTo = (projects: string): readonly string[] =>
  ['wallet_profiles', 'wallet_labels', 'wallet_imports'].map(
    (table) =>
      `SELECT wallet FROM ${table} WHERE wallet IN {wallets:Array(String)} AND ${projects}`,
  );

/** Projects share on-chain data; it is deleted with the last project that knows the wallet. */
const NO_OTHERS = `wallet IN {wallets:Array(String)} AND wallet NOT IN (
  ${knownTo(`NOT ${IN_PROJECTS}`).join(' UNION ALL ')})`;

/** A bot's wallet is in none of those tables: only its events show that a project knows it. */
const OF_EVENTS = `SELECT ${walletOf('address')} AS wallet FROM events
  WHERE ${IN_PROJECTS} AND address != '' AND ${walletOf('address')} IN {wallets:Array(String)}`;

const OWN = `${NO_OTHERS} AND wallet IN (
  ${[...knownTo(IN_PROJECTS), OF_EVENTS].join(' UNION ALL ')})`;

export function createForgetStore(
  database: Pick<AnalyticsDatabase, 'query' | 'execute'>,
  daySums: DaySums,
): ForgetStore {
  const deleteFromDays = async (
    projects: readonly string[],
    person: PersonParams,
  ): Promise<void> => {
    await daySums.finish();
    const { data: months } = await database.query<SummedMonth>(MONTHS, { projects, ...person });
    if (months.length > 0) await daySums.makeAnew({ projects, months }, person);
  };
  const deleteFrom = async (table: string, condition: string, params: Named): Promise<void> => {
    await database.execute(deletion(table, condition), params);
    await database.execute(nameless(table));
  };
  return {
    async traces(projectIds, ids) {
      const { data } = await database.query<PersonTraces>(TRACES, paramsOf(projectIds, ids, EVER));
      return data[0] ?? { events: 0, wallets: [], anonymousIds: [], userIds: [] };
    },
    deleteShared: ({ projectIds: projects, ids: { wallets }, until }, ofStrangers) =>
      deleteFrom('wallet_enrichment', `${ofStrangers ? NO_OTHERS : OWN} AND ${STORED_UNTIL}`, {
        projects,
        wallets,
        until,
      }),
    async deleteDerived({ projectIds, ids, until }, affected) {
      const { projects, ...person } = paramsOf(projectIds, ids, until);
      await deleteFromDays(projects, person);
      for (const table of ['wallet_labels', 'wallet_imports']) {
        const own = { projects, affected: ids.wallets, until };
        await deleteFrom(table, `${ofWallets()} AND ${STORED_UNTIL}`, own);
      }
      await daySums.makeAnew({ projects, affected }, person);
    },
    deleteProfiles: (projects, affected) =>
      deleteFrom('profiles', ofWallets(), { projects, affected }),
    deleteEvents: ({ projectIds, ids, until }) =>
      deleteFrom('events', `${IN_PROJECTS} AND ${isDeleted('')}`, paramsOf(projectIds, ids, until)),
  };
}

const paramsOf = (
  projects: readonly string[],
  { wallets, anonymousIds: anonymous, userIds: users }: PersonIds,
  until: string,
): Params => ({ projects, wallets, anonymous, users, until });
