// `POST /v0/profiles` agrees with a naive evaluator, for one project and for two that share wallets.
import { getAddress } from 'ethers';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { PROFILE_OPERATORS, type ProfileCondition } from '../../../src/protocol/profiles/search.js';
import { createCleanup } from '../../support/cleanup.js';
import { inOrder, type ModelWallet, matches } from './naive-search.js';
import { type ProfilesUnderTest, type Sent, startProfiles, wallet } from './profiles-under-test.js';

const cleanUp = createCleanup();
const NOW = Date.UTC(2026, 5, 15, 12);
const DAY_MS = 86_400_000;
/** Token addresses as they are stored. */
const TOKENS = [getAddress(wallet(0xaaa)), getAddress(wallet(0xbbb))] as const;
let profiles: ProfilesUnderTest;

beforeAll(async () => {
  profiles = await startProfiles(() => NOW);
  cleanUp(profiles.close);
});

const TEXTS = ['DE', 'US', ''] as const;
const small = fc.integer({ min: 0, max: 3 });
const BOTH = ['prj_1', 'prj_2'] as const;

const anEvent = fc.record({
  project: fc.constantFrom(...BOTH),
  daysAgo: fc.integer({ min: 0, max: 90 }),
  session: small,
  revenue: small,
  location: fc.constantFrom(...TEXTS),
  source: fc.constantFrom('google', 'x', ''),
  twitter: fc.option(fc.constantFrom('@Bob', '@eve', '')),
});

const aWallet = fc.record({
  events: fc.array(anEvent, { maxLength: 5 }),
  labels: fc.uniqueArray(
    fc.record({
      project_id: fc.constantFrom(...BOTH),
      tag_id: fc.constantFrom('vip', 'score.x'),
      value: fc.constantFrom('1', '10', '9', 'yes'),
      version: fc.integer({ min: 1, max: 99 }),
    }),
    { maxLength: 3, selector: ({ version }) => version },
  ),
  enrichment: fc.option(
    fc.record({
      net_worth_usd: small,
      tx_count: small,
      chains: fc.array(fc.record({ chain_id: fc.constantFrom('1', '10'), net_worth_usd: small }), {
        maxLength: 2,
      }),
      apps: fc.array(
        fc.record({
          chain_id: fc.constantFrom('1', '10'),
          id: fc.constantFrom('aave', 'uni'),
          balance_usd: small,
        }),
        { maxLength: 2 },
      ),
      tokens: fc.array(
        fc.record({
          chain_id: fc.constantFrom('1', '10'),
          token_address: fc.constantFrom(...TOKENS),
          app_id: fc.constantFrom('', 'aave', 'uni'),
          balance: fc.constantFrom('0', '0.5', '2'),
        }),
        { maxLength: 3 },
      ),
    }),
  ),
});

type DrawnWallet = typeof aWallet extends fc.Arbitrary<infer T> ? T : never;

const operator = (only?: readonly string[]) =>
  fc.constantFrom(...PROFILE_OPERATORS.filter((op) => only?.includes(op) ?? true));

const condition = (
  field: fc.Arbitrary<string>,
  value: fc.Arbitrary<string | number>,
  only?: readonly string[],
): fc.Arbitrary<ProfileCondition> =>
  fc
    .tuple(field, operator(only), fc.array(value, { minLength: 1, maxLength: 3 }))
    .map(([name, op, values]) => ({
      field: name,
      op,
      value: op === 'in' || op === 'nin' ? values : values[0],
    }));

const MEMBERSHIP = ['eq', 'neq', 'in', 'nin'];
const CHAIN = ['', '1.', '10.'] as const;

const aCondition: fc.Arbitrary<ProfileCondition> = fc.oneof(
  condition(
    fc.constantFrom('users.net_worth_usd', 'users.tx_count', 'users.num_sessions', 'users.revenue'),
    small,
  ),
  condition(fc.constantFrom('users.location'), fc.constantFrom(...TEXTS), MEMBERSHIP),
  condition(
    fc.constantFrom('users.first_utm_source', 'users.last_utm_source'),
    fc.constantFrom('google', 'x', ''),
    MEMBERSHIP,
  ),
  condition(
    fc.constant('users.lifecycle'),
    fc.constantFrom('New', 'Churned', 'Power user', 'Resurrected', 'At Risk', 'Returning'),
    MEMBERSHIP,
  ),
  condition(fc.constant('users.twitter'), fc.constantFrom('@bob', '@EVE'), MEMBERSHIP),
  fc.record({
    field: fc.constant('users.twitter'),
    op: fc.constantFrom('eq' as const, 'neq' as const),
    value: fc.boolean(),
  }),
  condition(fc.constantFrom('labels.vip', 'labels.score.x'), fc.constantFrom('1', '9', 'yes')),
  condition(fc.constantFrom('chains.balance', 'chains.1.balance', 'chains.7.balance'), small),
  condition(
    fc.constantFrom(...CHAIN.flatMap((at) => [`apps.${at}aave.balance`, `apps.${at}uni.balance`])),
    small,
  ),
  fc
    .tuple(
      condition(
        fc.constantFrom(...CHAIN.flatMap((at) => TOKENS.map((id) => `tokens.${at}${id}.balance`))),
        fc.constantFrom(0, 0.5, 2),
      ),
      fc.constantFrom(
        {},
        { scope: 'any' as const },
        { scope: 'protocol' as const },
        {
          scope: 'protocol' as const,
          appId: 'aave',
        },
      ),
    )
    .map(([made, scope]) => ({ ...made, ...scope })),
);

/** The first matching stage of decision N-23. */
function lifecycleOf(agesInDays: readonly number[]): string | null {
  const ages = [...new Set(agesInDays)].sort((a, b) => b - a);
  const [oldest, latest] = [ages[0], ages.at(-1)];
  if (oldest === undefined || latest === undefined) return null;
  if (latest >= 30) return 'Churned';
  if (oldest < 30) return 'New';
  if (ages.filter((age) => age < 30).length >= 5) return 'Power user';
  const isBack = ages.some((age, at) => age < 30 && at > 0 && (ages[at - 1] ?? 0) - age >= 30);
  if (isBack) return 'Resurrected';
  return latest >= 14 && ages.some((age) => age >= 30 && age <= 60) ? 'At Risk' : 'Returning';
}

/** The data of a wallet in all given projects together; of a label, the latest counts. */
function modelOf(drawn: DrawnWallet, address: string, projects: readonly string[]): ModelWallet {
  const { enrichment } = drawn;
  const labels = drawn.labels
    .filter(({ project_id }) => projects.includes(project_id))
    .toSorted((a, b) => a.version - b.version)
    .map(({ tag_id, value }) => [tag_id, value] as const);
  const events = drawn.events
    .filter((event) => projects.includes(event.project))
    .toSorted((a, b) => b.daysAgo - a.daysAgo);
  const told = events.filter(({ twitter }) => twitter !== null).at(-1)?.twitter;
  const [first, last] = [events[0], events.at(-1)];
  return {
    address,
    users: {
      net_worth_usd: enrichment?.net_worth_usd ?? 0,
      tx_count: enrichment?.tx_count ?? 0,
      num_sessions:
        first === undefined
          ? null
          : new Set(events.map((one) => `${one.project} ${one.session}`)).size,
      revenue: first === undefined ? null : events.reduce((all, { revenue }) => all + revenue, 0),
      first_seen: first === undefined ? null : -first.daysAgo,
      location: last?.location ?? '',
      first_utm_source: first?.source ?? '',
      last_utm_source: last?.source ?? '',
      twitter: told || null,
      lifecycle: lifecycleOf(events.map(({ daysAgo }) => daysAgo)),
    },
    chains: enrichment?.chains ?? [],
    apps: enrichment?.apps ?? [],
    tokens: enrichment?.tokens ?? [],
    labels: [...new Map(labels)].map(([tag_id, value]) => ({ tag_id, value })),
  };
}

/** Each event of a wallet is on another day, so that the latest is always defined. */
const eventsOf = (drawn: DrawnWallet, address: string): Sent[] =>
  drawn.events.map(
    ({ daysAgo, session, revenue, location, source, twitter, ...event }): Sent => ({
      at: NOW - daysAgo * DAY_MS,
      project: event.project,
      address,
      type: twitter === null ? 'track' : 'identify',
      session_id: `s${session}`,
      context: { location, utm_source: source },
      properties: { revenue, ...(twitter === null ? {} : { twitter }) },
    }),
  );

const distinctDays = (drawn: DrawnWallet): DrawnWallet => ({
  ...drawn,
  events: [...new Map(drawn.events.map((event) => [event.daysAgo, event])).values()],
});

it('agrees with the model', async () => {
  let round = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(aWallet.map(distinctDays), { minLength: 1, maxLength: 8 }),
      fc.array(
        fc.record({
          projects: fc.constantFrom(['prj_1'], BOTH),
          conditions: fc.array(aCondition, { maxLength: 3 }),
          logic: fc.constantFrom('and' as const, 'or' as const),
          by: fc.constantFrom('net_worth_usd', 'revenue', 'num_sessions', 'first_seen'),
          direction: fc.constantFrom('asc' as const, 'desc' as const),
          limit: fc.integer({ min: 1, max: 4 }),
          offset: fc.integer({ min: 0, max: 3 }),
        }),
        { minLength: 12, maxLength: 12 },
      ),
      async (drawn, searches) => {
        await clear();
        round += 1;
        const addresses = drawn.map((_, index) => wallet(round * 100 + index));
        const events = drawn.flatMap((one, at) => eventsOf(one, addresses[at] ?? ''));
        // The same wallets in another workspace must not be counted.
        const theirs = events.map((event) => ({ ...event, project: 'prj_theirs' }));
        await loadAll(drawn, addresses);
        await profiles.store([...events, ...theirs]);
        for (const search of searches) {
          const modelAt = (one: DrawnWallet, at: number) =>
            modelOf(one, addresses[at] ?? '', search.projects);
          await agree(search, drawn.map(modelAt));
        }
      },
    ),
    { numRuns: 6, endOnFailure: true },
  );
});

const TABLES = ['events', 'wallet_profiles', 'wallet_identity', 'wallet_labels', 'wallet_imports'];

async function clear(): Promise<void> {
  for (const table of [...TABLES, 'profiles']) {
    await profiles.database.execute(`TRUNCATE TABLE ${table}`);
  }
}

async function loadAll(drawn: readonly DrawnWallet[], addresses: readonly string[]) {
  await profiles.load(
    'wallet_imports',
    addresses.map((address) => ({ project_id: 'prj_1', wallet: address })),
  );
  const labels = drawn.flatMap((one, at) =>
    one.labels.map((label) => ({ ...label, wallet: addresses[at] })),
  );
  if (labels.length > 0) await profiles.load('wallet_labels', labels);
  const enriched = drawn.flatMap(({ enrichment }, at) =>
    enrichment === null ? [] : [{ wallet: addresses[at], ...enrichment }],
  );
  if (enriched.length > 0) await profiles.load('wallet_enrichment', enriched);
}

async function agree(
  search: {
    readonly projects: readonly string[];
    readonly conditions: ProfileCondition[];
    readonly logic: 'and' | 'or';
    readonly by: string;
    readonly direction: 'asc' | 'desc';
    readonly limit: number;
    readonly offset: number;
  },
  models: readonly ModelWallet[],
): Promise<void> {
  const { projects, conditions, logic, by, direction, limit, offset } = search;
  const one = projects.length === 1 ? `&project_id=${projects[0]}` : '';
  const isMatch = (model: ModelWallet): boolean => {
    if (conditions.length === 0) return true;
    const test = (one: ProfileCondition) => matches(model, one);
    return logic === 'and' ? conditions.every(test) : conditions.some(test);
  };
  const expected = inOrder(models.filter(isMatch), by, direction);
  const { status, body } = await profiles.call(
    'POST',
    `/v0/profiles?order_by=${by}&order_dir=${direction}&limit=${limit}&offset=${offset}${one}`,
    { conditions, logic },
  );
  const found = status === 200 ? body.data.map((one: { address: string }) => one.address) : body;
  const wanted = expected.slice(offset, offset + limit).map(({ address }) => getAddress(address));
  expect({ search, found }).toEqual({ search, found: wanted });
  expect(body.meta).toEqual({ total: expected.length, limit, offset });
}
