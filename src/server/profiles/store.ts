// The SQL that reads profiles, their sections, and which names stand for which wallets.
import type { ProfileOrder } from '../../protocol/profiles/profile-fields.js';
import type { AnalyticsDatabase, SqlValue } from '../database/ports.js';
import { type Remedies, tooMuchInOurWords } from '../errors/too-much.js';
import { MOST_ANSWER_BYTES } from '../limits/most-answer-bytes.js';
import type { SqlCondition } from './conditions.js';
import { knownWallets } from './known-wallets.js';
import type { LabelRow } from './label-store.js';
import { LIFECYCLE_SQL } from './lifecycle.js';
import { ONE_PROFILE, type OneProfileRow, profileRowOf } from './one-profile.js';
import {
  liveProfiles,
  mergedProfiles,
  PACKED_COLUMNS,
  type PackedProfileRow,
  type ProfileRow,
  SHOWN_COLUMNS,
  unpackedProfile,
} from './profile-columns.js';

type Params = Readonly<Record<string, SqlValue>>;

export interface ProfileSearch {
  readonly projectIds: readonly string[];
  readonly condition: SqlCondition;
  /** Only this wallet, as it is stored. */
  readonly wallet: string | undefined;
  readonly orderBy: ProfileOrder;
  readonly direction: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
  /** The parameters of `LIFECYCLE_SQL`. */
  readonly lifecycle: Params;
}

/** The sections of a wallet that are the same for every project, best first, at most `most` each. */
export interface HoldingsRow {
  readonly wallet: string;
  readonly chains: readonly Record<string, unknown>[];
  readonly apps: readonly Record<string, unknown>[];
  readonly tokens: readonly Record<string, unknown>[];
}

export interface ProfilesStore {
  /** @throws {DomainError} BAD_REQUEST for one that asks for too much */
  search(
    search: ProfileSearch,
  ): Promise<{ readonly rows: readonly ProfileRow[]; readonly total: number }>;
  /** As it is now, not as of the last snapshot; `undefined` when no project nor enrichment knows it. */
  find(
    wallet: string,
    projectIds: readonly string[],
    lifecycle: Params,
  ): Promise<ProfileRow | undefined>;
  holdings(wallets: readonly string[], most: number): Promise<readonly HoldingsRow[]>;
  labels(wallets: readonly string[], projectIds: readonly string[]): Promise<readonly LabelRow[]>;
  /** Whether a project or enrichment knows a wallet of this text, whatever it is. */
  isKnown(wallet: string, projectIds: readonly string[]): Promise<boolean>;
  /** The wallet of a name, by enrichment or else by the projects' events; `undefined` when neither has it. */
  walletNamed(name: string, projectIds: readonly string[]): Promise<string | undefined>;
}

/** Every column that `liveProfiles` makes, of the latest snapshot. */
const SNAPSHOT = 'SELECT * FROM profiles FINAL WHERE project_id IN {projects:Array(String)}';

/** "Conditions" includes those of a segment that the search is for. */
const REMEDIES: Remedies = {
  subject: 'The search',
  tooLarge: 'has too large an answer',
  size: { remedy: 'Search with fewer conditions, in one project, or for fewer wallets at once.' },
  conditions: { remedy: 'Use fewer of them, or a segment that has fewer.' },
};

const OWN_PROJECT = 'profiles AS s FINAL';

function searchSql({ projectIds, condition, wallet, orderBy, direction }: ProfileSearch): string {
  // One project needs no merging: the plain scan is what makes it fast.
  const isOne = projectIds.length === 1;
  const source = isOne ? OWN_PROJECT : `(${mergedProfiles(SNAPSHOT)}) AS s`;
  const narrowed = [
    ...(isOne ? ['s.project_id IN {projects:Array(String)}'] : []),
    ...(wallet === undefined ? [] : ['s.wallet = {wallet:String}']),
    `(${condition.sql})`,
  ];
  return `SELECT ${(isOne ? PACKED_COLUMNS : SHOWN_COLUMNS)(LIFECYCLE_SQL)}
FROM ${source}
WHERE ${narrowed.join(' AND ')}
ORDER BY s.${orderBy} ${direction === 'asc' ? 'ASC' : 'DESC'} NULLS LAST, s.wallet ASC
LIMIT {limit:UInt32} OFFSET {offset:UInt64}
SETTINGS exact_rows_before_limit = 1, query_plan_max_limit_for_lazy_materialization = 1000`;
}

/** The one wallet in each project, whether it is known there or not. */
const ASKED = `SELECT arrayJoin({projects:Array(String)})::LowCardinality(String) AS project_id,
  {wallet:String} AS wallet`;

const IS_KNOWN = knownWallets('project_id IN {projects:Array(String)}', 'wallet = {wallet:String}');

const FIND_MERGED = `SELECT ${SHOWN_COLUMNS(LIFECYCLE_SQL)}
FROM (${mergedProfiles(liveProfiles(ASKED))}) AS s
WHERE (SELECT count() FROM (${IS_KNOWN})) > 0`;

const HOLDINGS = `SELECT c.wallet AS wallet, arraySlice(c.chains, 1, {most:UInt32}) AS chains,
  arraySlice(c.apps, 1, {most:UInt32}) AS apps, arraySlice(c.tokens, 1, {most:UInt32}) AS tokens
FROM wallet_enrichment AS c FINAL WHERE c.wallet IN {wallets:Array(String)}`;

// Several projects may have the same label: the latest value counts. A label that one project deleted is
// still shown when another has it.
const LABELS = `SELECT l.wallet AS wallet, l.tag_id::String AS tag_id, l.chain_id::String AS chain_id,
  l.value AS value, l.source::String AS source
FROM (
  SELECT * FROM wallet_labels FINAL
  WHERE project_id IN {projects:Array(String)} AND wallet IN {wallets:Array(String)}
    AND is_deleted = 0
  ORDER BY version DESC, project_id LIMIT 1 BY wallet, tag_id, chain_id
) AS l
ORDER BY wallet, tag_id, chain_id`;

const NAMED = `SELECT wallet FROM (
  SELECT 1 AS rank, c.wallet AS wallet, c.updated_at AS at FROM wallet_enrichment AS c FINAL
  WHERE lowerUTF8(c.identity['ens']) = {name:String}
  UNION ALL
  SELECT 2 AS rank, i.wallet AS wallet, i.timestamp AS at FROM wallet_identity AS i FINAL
  WHERE i.project_id IN {projects:Array(String)} AND i.field = 'ens'
    AND lowerUTF8(i.value) = {name:String}
) ORDER BY rank, at DESC, wallet LIMIT 1`;

export function createProfilesStore(database: Pick<AnalyticsDatabase, 'query'>): ProfilesStore {
  const search = <Row>(sql: string, params: Params) =>
    database.query<Row>(sql, params, { mostBytes: MOST_ANSWER_BYTES }).catch((error) => {
      throw tooMuchInOurWords(error, REMEDIES);
    });
  /** Nobody can ask for less than one wallet: if its section is too large, that is no fault of the caller. */
  const section = async <Row>(sql: string, params: Params & { wallets: readonly string[] }) =>
    (
      await (params.wallets.length > 1
        ? search<Row>(sql, params)
        : database.query<Row>(sql, params))
    ).data;
  return {
    async search(asked) {
      const { projectIds: projects, condition, wallet, limit, offset, lifecycle } = asked;
      const params = {
        ...lifecycle,
        ...condition.params,
        projects,
        limit,
        offset,
      };
      const result = await search<ProfileRow | PackedProfileRow>(
        searchSql(asked),
        wallet === undefined ? params : { ...params, wallet },
      );
      return {
        rows: result.data.map((row) => ('shown' in row ? unpackedProfile(row) : row)),
        total: result.rows_before_limit_at_least ?? result.rows,
      };
    },
    async find(wallet, projects, lifecycle) {
      const params = { ...lifecycle, wallet, projects };
      if (projects.length !== 1) {
        return (await database.query<ProfileRow>(FIND_MERGED, params)).data[0];
      }
      const [row] = (await database.query<OneProfileRow>(ONE_PROFILE, params)).data;
      return row && profileRowOf(row);
    },
    async holdings(wallets, most) {
      if (wallets.length === 0) return [];
      return section<HoldingsRow>(HOLDINGS, { wallets, most });
    },
    async labels(wallets, projects) {
      if (wallets.length === 0) return [];
      return section<LabelRow>(LABELS, { wallets, projects });
    },
    async isKnown(wallet, projects) {
      const sql = `SELECT 1 FROM (${IS_KNOWN}) LIMIT 1`;
      return (await database.query(sql, { wallet, projects })).rows > 0;
    },
    async walletNamed(name, projects) {
      const params = { name: name.toLowerCase(), projects };
      return (await database.query<{ wallet: string }>(NAMED, params)).data[0]?.wallet;
    },
  };
}
