// Alerts match the same events and wallets as a naive evaluator, for random filters with every operator.
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { AlertFilter } from '../../../src/protocol/alerts/alert.js';
import { eventMatches } from '../../../src/server/alerts/evaluate/event-matches.js';
import type { Match } from '../../../src/server/alerts/evaluate/match.js';
import { segmentMembers } from '../../../src/server/alerts/evaluate/segment-members.js';
import { userMatches } from '../../../src/server/alerts/evaluate/user-matches.js';
import { readFilters } from '../../../src/server/alerts/read-filters.js';
import { DEFAULT_LIFECYCLE } from '../../../src/server/profiles/lifecycle.js';
import { createCleanup } from '../../support/cleanup.js';
import { wallet } from '../profiles/profiles-under-test.js';
import { type AlertsUnderTest, startAlerts } from './alerts-under-test.js';
import { holds, type Value } from './naive-filters.js';

const cleanUp = createCleanup();
const TEXTS = ['swap', 'swapped', 'Swap', 'buy', ''];
const WANTED = ['swap', 'sw', 'ap', 'Buy', 'true', 'x|y'];
const NUMBERS = [0, 1, 1.5, 10];

interface ModelEvent {
  readonly message_id: string;
  readonly event: string;
  readonly device: string;
  readonly volume: number;
  readonly plan: string | null;
}
interface ModelWallet {
  readonly wallet: string;
  readonly net_worth_usd: number;
  readonly points: number;
  readonly ens: string;
  readonly website: string;
  readonly label: string | undefined;
}

const events: readonly ModelEvent[] = fc
  .sample(
    fc.record({
      event: fc.constantFrom(...TEXTS),
      device: fc.constantFrom('mobile', 'desktop'),
      volume: fc.constantFrom(...NUMBERS),
      plan: fc.option(fc.constantFrom(...TEXTS)),
    }),
    { numRuns: 40, seed: 7 },
  )
  .map((event, at) => ({ ...event, message_id: `m${String(at).padStart(3, '0')}` }));

const wallets: readonly ModelWallet[] = fc
  .sample(
    fc.record({
      net_worth_usd: fc.constantFrom(...NUMBERS),
      points: fc.constantFrom(...NUMBERS),
      ens: fc.constantFrom(...TEXTS),
      website: fc.constantFrom(...TEXTS),
      label: fc.option(fc.constantFrom('swap', 'buy', ''), { nil: undefined }),
    }),
    { numRuns: 40, seed: 8 },
  )
  .map((one, at) => ({ ...one, wallet: wallet(1_000 + at) }));

let alerts: AlertsUnderTest;
/** What finds the wallets of user alerts. */
let parts: Parameters<typeof userMatches>[0];

beforeAll(async () => {
  alerts = await startAlerts();
  cleanUp(alerts.close);
  parts = {
    database: alerts.analytics,
    lifecycle: DEFAULT_LIFECYCLE,
    segments: segmentMembers(async () => {
      throw new Error('There are no segments here.');
    }),
    now: Date.now,
  };
  const agents = {
    mobile:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
    desktop:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  };
  await alerts.store(
    events.map(({ message_id, event, device, volume, plan }) => ({
      message_id,
      event,
      properties: { volume, plan },
      context: { user_agent: agents[device as keyof typeof agents] },
    })),
  );
  await alerts.store(
    wallets.map(({ wallet: address, points, ens, website }) => ({
      type: 'identify' as const,
      event: null,
      address,
      project: 'prj_2',
      properties: { ens, website, points },
    })),
  );
  await alerts.store(
    wallets.map(({ wallet: address, points }) => ({
      address,
      event: 'did',
      project: 'prj_2',
      properties: { points },
    })),
  );
  await alerts.load(
    'wallet_enrichment',
    wallets.map(({ wallet: one, net_worth_usd }) => ({
      wallet: one,
      net_worth_usd,
      tx_count: 1,
      chains: [{ chain_id: '1', net_worth_usd, tx_count: 1 }],
    })),
  );
  await alerts.load(
    'wallet_labels',
    wallets.flatMap(({ wallet: one, label }) =>
      label === undefined
        ? []
        : [{ project_id: 'prj_2', wallet: one, tag_id: 'kind', value: label, version: 1 }],
    ),
  );
});

const windowOf = (projectId: string) => ({
  window: { projectId, after: '1970-01-01 00:00:00.000', until: '2299-01-01 00:00:00.000' },
  size: 15,
});
const collect = async (pages: AsyncGenerator<readonly Match[]>): Promise<Match['data'][]> => {
  const all: Match['data'][] = [];
  for await (const page of pages) all.push(...page.map(({ data }) => data));
  return all;
};

const TEXT_OPS = [
  'eq',
  'neq',
  'in',
  'nin',
  'startsWith',
  'endsWith',
  'contains',
  'notEmpty',
  'isEmpty',
] as const;
const NUMBER_OPS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'] as const;
const LIST_OPS = ['eq', 'neq', 'in', 'nin'] as const;

const texts = (names: readonly string[]) =>
  fc.record({
    name: fc.constantFrom(...names),
    operator: fc.constantFrom(...TEXT_OPS),
    value: fc.constantFrom(...WANTED, 'swap|buy', 'mobile'),
  });
const listed = (names: readonly string[]) =>
  fc.record({
    name: fc.constantFrom(...names),
    operator: fc.constantFrom(...LIST_OPS),
    value: fc.constantFrom('1', '1.5', '10'),
  });
const thresholds = (names: readonly string[]) =>
  fc.record({
    name: fc.constantFrom(...names),
    operator: fc.constantFrom(...NUMBER_OPS),
    value: fc.constantFrom('', '10'),
    numericThreshold: fc.constantFrom('0', '1', '1.50', '+10'),
  });

it('an event alert matches the same events as the naive evaluator', async () => {
  const filters = fc.array(
    fc.oneof(texts(['event', 'device', 'plan']), listed(['volume']), thresholds(['volume'])),
    { minLength: 1, maxLength: 2 },
  );
  await fc.assert(
    fc.asyncProperty(filters, async (given) => {
      const read = readFilters(given, 'event');
      const found = await collect(eventMatches(alerts.analytics, read, windowOf('prj_1')));
      const kindOf = (name: string) => (name === 'volume' ? 'number' : 'text');
      const wanted = events.filter((event) =>
        read.every((one) =>
          holds(one, event[one.name as keyof ModelEvent] as Value, kindOf(one.name)),
        ),
      );
      expect(found.map(({ message_id }) => message_id).sort()).toEqual(
        wanted.map(({ message_id }) => message_id),
      );
    }),
    { numRuns: 40 },
  );
});

it('a user alert matches the same wallets as the naive evaluator', async () => {
  const NUMERIC = ['net_worth_usd', 'points', 'balance'];
  const filters = fc.array(
    fc.oneof(
      texts(['ens', 'users.ens', 'website']),
      listed(NUMERIC),
      thresholds(NUMERIC),
      fc.record({
        name: fc.constantFrom('labels.kind', 'labels.KIND'),
        operator: fc.constantFrom(...TEXT_OPS),
        value: fc.constantFrom('swap', 'buy', 'swap|buy', 'a', 's'),
      }),
    ),
    { minLength: 1, maxLength: 2 },
  );
  const known = (one: ModelWallet, name: string): Value => {
    if (name === 'balance') return one.net_worth_usd;
    if (name.startsWith('labels.')) return one.label;
    // Both events of a wallet have its points, which are summed.
    if (name === 'points') return one.points * 2;
    return one[name.replace('users.', '') as keyof ModelWallet];
  };
  const kindOf = ({ name }: AlertFilter) =>
    NUMERIC.includes(name)
      ? 'number'
      : name.endsWith('ens')
        ? 'social'
        : name.startsWith('labels.')
          ? 'label'
          : 'text';
  await fc.assert(
    fc.asyncProperty(filters, async (given) => {
      const read = readFilters(given, 'user');
      const found = await collect(userMatches(parts, read, windowOf('prj_2')));
      const wanted = wallets.filter((one) =>
        read.every((filter) => holds(filter, known(one, filter.name), kindOf(filter))),
      );
      expect(found.map(({ address }) => String(address).toLowerCase()).sort()).toEqual(
        wanted.map((one) => one.wallet),
      );
    }),
    { numRuns: 40, examples: [[[{ name: 'labels.kind', operator: 'isEmpty', value: '' }]]] },
  );
});

it('a label of several chains matches by its value on any of them', async () => {
  const one = wallet(2_000);
  await alerts.store([{ address: one, event: 'did', project: 'prj_1' }]);
  const label = { project_id: 'prj_1', wallet: one, tag_id: 'tier', version: 1 };
  await alerts.load('wallet_labels', [
    { ...label, chain_id: '', value: 'silver' },
    { ...label, chain_id: '1', value: 'gold' },
  ]);
  const isFound = async (operator: AlertFilter['operator'], value: string): Promise<boolean> => {
    const read = readFilters([{ name: 'labels.tier', operator, value }], 'user');
    return (await collect(userMatches(parts, read, windowOf('prj_1')))).length === 1;
  };
  for (const [operator, silver, gold, none] of [
    ['eq', 'silver', 'gold', 'sil'],
    ['startsWith', 'sil', 'go', 'old'],
    ['endsWith', 'ver', 'ld', 'sil'],
    ['contains', 'ilv', 'ol', 'x'],
  ] as const) {
    const found = [silver, gold, none].map((value) => isFound(operator, value));
    expect([operator, ...(await Promise.all(found))]).toEqual([operator, true, true, false]);
  }
});
