// Reads profiles: fills in defaults, resolves which projects and wallet are meant, then asks the store.
import { MAX_EXPANDED_ENTRIES, PROFILE_LIMIT, PROFILE_OFFSET } from '../../protocol/limits.js';
import type { Profile, ProfileQuery } from '../../protocol/profiles/profile.js';
import {
  PROFILE_EXPANSIONS,
  PROFILE_ORDERS,
  type ProfileExpansion,
} from '../../protocol/profiles/profile-fields.js';
import type {
  ProfileSearchAnswer,
  ProfileSearchBody,
  ProfileSearchQuery,
} from '../../protocol/profiles/search.js';
import { DomainError } from '../errors/domain-error.js';
import { invalidFields } from '../errors/invalid-fields.js';
import { readableProjects } from '../projects.js';
import { isName, walletOf } from './address.js';
import { conditionsToSql, type SqlCondition } from './conditions.js';
import { type LifecycleThresholds, lifecycleParameters } from './lifecycle.js';
import type { ProfileRow } from './profile-columns.js';
import { profileOf } from './profile-of-row.js';
import type { ProfilesStore } from './store.js';

export interface ProfilesService {
  /** @throws {DomainError} BAD_REQUEST for a condition or parameter that means nothing */
  search(
    query: ProfileSearchQuery,
    body: ProfileSearchBody,
    projectIds: readonly string[],
  ): Promise<ProfileSearchAnswer>;
  /** @throws {DomainError} BAD_REQUEST, PROFILE_NOT_FOUND */
  get(address: string, query: ProfileQuery, projectIds: readonly string[]): Promise<Profile>;
  /**
   * The wallet that an address or a name stands for, as it is stored.
   *
   * @throws {DomainError} BAD_REQUEST for a text that stands for none
   */
  resolve(address: string, projectIds: readonly string[], param?: string): Promise<string>;
}

/**
 * What a saved segment means: its project, and a condition on that project's profiles.
 *
 * @throws {DomainError} NOT_FOUND for one that none of the projects has
 */
export type FindSegment = (
  id: string,
  projectIds: readonly string[],
) => Promise<{ readonly projectId: string; readonly condition: SqlCondition }>;

export interface ProfilesServiceParts {
  readonly store: ProfilesStore;
  readonly findSegment: FindSegment;
  readonly lifecycle: LifecycleThresholds;
  readonly now?: () => number;
}

export function createProfilesService(parts: ProfilesServiceParts): ProfilesService {
  const { store, findSegment, lifecycle, now = Date.now } = parts;

  const expanded = async (
    rows: readonly ProfileRow[],
    wanted: ReadonlySet<ProfileExpansion>,
    projectIds: readonly string[],
  ): Promise<Profile[]> => {
    const wallets = rows.map(({ wallet }) => wallet);
    const wantsHoldings = ['apps', 'chains', 'tokens'].some((name) =>
      wanted.has(name as ProfileExpansion),
    );
    const [holdings, labels] = await Promise.all([
      wantsHoldings ? store.holdings(wallets, MAX_EXPANDED_ENTRIES) : [],
      wanted.has('labels') ? store.labels(wallets, projectIds) : [],
    ]);
    const labelsOf = byWallet(labels);
    const holdingsOf = new Map(holdings.map((row) => [row.wallet, row]));
    return rows.map((row) =>
      profileOf(row, {
        wanted,
        holdings: holdingsOf.get(row.wallet),
        labels: labelsOf.get(row.wallet) ?? [],
      }),
    );
  };

  const findOne = (wallet: string, projects: readonly string[]) =>
    store.find(wallet, projects, lifecycleParameters(lifecycle, now()));

  /** Enrichment may know a wallet of which no project has a profile (decision N-26). */
  const asOne = async (wallet: string, projects: readonly string[]) => {
    const row = await findOne(wallet, projects);
    return { rows: row === undefined ? [] : [row], total: row === undefined ? 0 : 1 };
  };

  const resolve: ProfilesService['resolve'] = async (address, projectIds, param) => {
    const wallet = walletOf(address);
    if (wallet !== undefined) return wallet;
    const named = isName(address) ? await store.walletNamed(address, projectIds) : undefined;
    if (named !== undefined) return named;
    // Events may carry any text as an address: a wallet that a list shows can be read and deleted by it, too.
    if (await store.isKnown(address, projectIds)) return address;
    throw refused(
      param ?? 'params.address',
      isName(address)
        ? `is a name that no stored profile has: "${address}". Use the address instead`
        : `must be an EVM address, a Solana address or an ENS name; it is "${address.slice(0, 100)}"`,
    );
  };

  return {
    resolve,
    async search(query, body, projectIds) {
      const readable = readableProjects(query.project_id, projectIds);
      const wanted = readExpand(query.expand);
      const { segment_id: segmentId } = query;
      const segment = segmentId === undefined ? undefined : await findSegment(segmentId, readable);
      const projects = segment === undefined ? readable : [segment.projectId];
      const limit = query.limit ?? PROFILE_LIMIT.default;
      const offset = query.offset ?? PROFILE_OFFSET.default;
      const condition = conditionsToSql(body.conditions ?? [], {
        logic: body.logic ?? 'and',
        isMerged: projects.length !== 1,
      });
      const { address } = query;
      const wallet =
        address === undefined ? undefined : await resolve(address, projects, 'query.address');
      const found = await store.search({
        projectIds: projects,
        condition: segment === undefined ? condition : bothOf(segment.condition, condition),
        wallet,
        orderBy: query.order_by ?? PROFILE_ORDERS[0],
        direction: query.order_dir ?? 'desc',
        limit,
        offset,
        lifecycle: lifecycleParameters(lifecycle, now()),
      });
      const isPlain = segment === undefined && !body.conditions?.length && offset === 0;
      const { rows, total } =
        wallet !== undefined && found.total === 0 && isPlain
          ? await asOne(wallet, projects)
          : found;
      return { data: await expanded(rows, wanted, projects), meta: { total, limit, offset } };
    },
    async get(address, query, projectIds) {
      const projects = readableProjects(query.project_id, projectIds);
      const wanted = readExpand(query.expand);
      const wallet = await resolve(address, projects);
      const row = await findOne(wallet, projects);
      const [profile] = row === undefined ? [] : await expanded([row], wanted, projects);
      if (profile === undefined) {
        throw new DomainError('PROFILE_NOT_FOUND', `Nothing is known about ${address}.`);
      }
      return profile;
    },
  };
}

const bothOf = (a: SqlCondition, b: SqlCondition): SqlCondition => ({
  sql: `(${a.sql}) AND (${b.sql})`,
  params: { ...a.params, ...b.params },
});

function byWallet<T extends { readonly wallet: string }>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(row.wallet);
    if (group === undefined) groups.set(row.wallet, [row]);
    else group.push(row);
  }
  return groups;
}

const refused = (param: string, message: string): DomainError =>
  invalidFields('BAD_REQUEST', [[param, message]]);

/** @throws {DomainError} BAD_REQUEST for a section that there is not (decision N-33) */
function readExpand(text = ''): ReadonlySet<ProfileExpansion> {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return new Set(
    names.map((name) => {
      const known = PROFILE_EXPANSIONS.find((expansion) => expansion === name);
      if (known !== undefined) return known;
      const sections = PROFILE_EXPANSIONS.join(', ');
      throw refused('query.expand', `must be a list of ${sections}; "${name}" is not one of them`);
    }),
  );
}
