// The lists of pages, wallets and chains, and revenue, equal plain counts of the same random events.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EventRow } from '../../../src/server/events/event-row.js';
import { type Handlers, rowOf, useAnalytics } from './analytics-under-test.js';

const analytics = useAnalytics();

const START = Date.UTC(2026, 0, 8);
const DAYS = 12;
const DAY_MS = 86_400_000;
const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

const drawnEvents = fc.uniqueArray(
  fc.record({
    second: fc.integer({ min: 0, max: DAYS * 86_400 - 1 }),
    type: fc.constantFrom('page' as const, 'track' as const, 'transaction' as const),
    place: fc.constantFrom('one', 'two', 'theirs'),
    anonymous_id: fc.constantFrom('ann', 'bob', 'cy'),
    session_id: fc.constantFrom(null, 's1', 's2', 's3'),
    address: fc.constantFrom(null, WALLET, WALLET.toLowerCase(), '0xB'),
    revenue: fc.constantFrom(0, 0, 1, 7, -3),
    volume: fc.constantFrom(0, 0, 20, 0.5),
    chain_id: fc.constantFrom(1, '1', 10, null, ''),
    status: fc.constantFrom('started', 'confirmed'),
    builder_codes: fc.constantFrom([], ['base'], ['base', 'base'], ['app', 'base']),
    device: fc.constantFrom('desktop', 'mobile', ''),
    page_path: fc.constantFrom('', '/', '/swap'),
    ref: fc.constantFrom('', 'x', "y'"),
    isBot: fc.constantFrom(0, 0, 0, 0, 1),
  }),
  { minLength: 200, maxLength: 350, selector: ({ second }) => second },
);

interface Counted extends EventRow {
  readonly day: string;
  readonly chain: string;
  readonly isConfirmed: boolean;
}

type Drawn = typeof drawnEvents extends fc.Arbitrary<(infer T)[]> ? T : never;

const countedOf = (drawn: Drawn, run: number): Counted => {
  const { second, place, device, isBot, chain_id, status, page_path, ref, ...event } = drawn;
  const { revenue, volume, builder_codes, ...sent } = event;
  const row = rowOf({
    ...sent,
    at: START + second * 1_000,
    project: `${place}-${run}`,
    event: event.type === 'track' ? 'swap' : null,
    properties: { revenue, volume, chain_id, builder_codes, status },
    context: { ref, page_path },
  });
  return {
    ...{ ...row, device, is_bot: isBot },
    day: row.timestamp.slice(0, 10),
    chain: chain_id === null ? '' : String(chain_id),
    isConfirmed: event.type === 'transaction' && status === 'confirmed',
  };
};

type Rows = readonly Counted[];

const distinct = (texts: readonly (string | null)[]) => new Set(texts.filter(Boolean)).size;
const total = (rows: Rows, name: 'revenue' | 'volume' | 'points') =>
  rows.reduce((sum, row) => sum + (row[name] ?? 0), 0);
const dayAt = (index: number) => new Date(START + index * DAY_MS).toISOString().slice(0, 10);

const groupsOf = (
  rows: Rows,
  keysOf: (row: Counted) => readonly string[],
): (readonly [string, Rows])[] => {
  const groups = new Map<string, Counted[]>();
  for (const row of rows) {
    for (const key of keysOf(row)) groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups];
};

/** One line for each group: its key, followed by its counts. */
const lines = (
  rows: Rows,
  keyOf: (row: Counted) => string,
  figures: (rows: Rows) => readonly number[],
): string[] => {
  const groups = groupsOf(rows, (row) => [keyOf(row)]);
  return groups.map(([key, group]) => [key, ...figures(group)].join()).sort();
};

const FILTERS: readonly (readonly [object[], (row: Counted) => boolean])[] = [
  [[], () => true],
  [[{ field: 'device', op: 'eq', value: 'mobile' }], ({ device }) => device === 'mobile'],
  [
    [
      { field: 'revenue', op: 'gte', value: 0 },
      { field: 'ref', op: 'notEmpty' },
    ],
    ({ revenue, ref }) => (revenue ?? 0) >= 0 && ref !== '',
  ],
];

interface Asked {
  readonly all: Rows;
  readonly within: Rows;
  readonly days: readonly string[];
  readonly projects: readonly string[];
  readonly countsEvents: boolean;
  ask(question: keyof Handlers, query?: object): Promise<readonly Record<string, unknown>[]>;
}

let runs = 0;

/** Compares on random events and random days, for one project and for two, with each of the filters. */
const check = (compare: (asked: Asked) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(
      drawnEvents,
      fc.integer({ min: 0, max: DAYS - 1 }),
      fc.integer({ min: 0, max: DAYS - 1 }),
      async (drawn, a, b) => {
        const run = ++runs;
        const rows = drawn.map((one) => countedOf(one, run));
        await analytics.storeRows(
          rows.map(({ day: _, chain: __, isConfirmed: ___, ...row }) => row),
        );
        const [first, last] = [Math.min(a, b), Math.max(a, b)];
        const days = Array.from({ length: last - first + 1 }, (_, index) => dayAt(first + index));
        for (const projects of [[`one-${run}`], [`one-${run}`, `two-${run}`]]) {
          for (const [filters, fits] of FILTERS) {
            const all = rows.filter(
              (row) => projects.includes(row.project_id) && row.is_bot === 0 && fits(row),
            );
            const base = {
              date_from: days[0],
              date_to: days.at(-1),
              limit: 1_000,
              ...(filters.length === 0 ? {} : { filters: JSON.stringify(filters) }),
            };
            await compare({
              ...{ all, days, projects, countsEvents: filters.length > 1 },
              within: all.filter(({ day }) => days.includes(day)),
              ask: async (question, query = {}) => {
                const asked = { ...base, ...query } as never;
                const { data } = await analytics.ask(question, asked, projects);
                return data as unknown as Record<string, unknown>[];
              },
            });
          }
        }
      },
    ),
    {
      numRuns: 2,
      endOnFailure: true,
      reporter: ({ failed, errorInstance, seed }) => {
        if (failed) throw new Error(`Seed ${seed}: the answers differ.`, { cause: errorInstance });
      },
    },
  );

const valuesOf = (rows: readonly Record<string, unknown>[]): string[] =>
  rows.map((row) => Object.values(row).join()).sort();

it('pages, wallets and chains equal plain counts', () =>
  check(async ({ within, countsEvents, ask }) => {
    const sessions = (rows: Rows) => distinct(rows.map(({ session_id }) => session_id));
    const pages = within.filter(
      ({ type, page_path }) => page_path && (countsEvents || type === 'page'),
    );
    expect(valuesOf(await ask('topPages'))).toEqual(
      lines(
        pages,
        ({ project_id, page_path }) => `${project_id},${page_path}`,
        (rows) => [
          rows.length,
          sessions(rows),
          distinct(rows.map(({ anonymous_id }) => anonymous_id)),
        ],
      ),
    );
    expect(valuesOf(await ask('topWallets'))).toEqual(
      lines(
        within.filter(({ address }) => address !== ''),
        ({ project_id, address }) => `${project_id},${address}`,
        (rows) => [
          rows.length,
          sessions(rows),
          total(rows, 'revenue'),
          total(rows, 'volume'),
          total(rows, 'points'),
        ],
      ),
    );
    expect(valuesOf(await ask('topChains'))).toEqual(
      lines(
        within.filter(({ chain }) => chain !== ''),
        ({ project_id, chain }) => `${project_id},${chain}`,
        (rows) => [
          rows.length,
          rows.filter(({ isConfirmed }) => isConfirmed).length,
          distinct(rows.map(({ address }) => address)),
          total(rows, 'revenue'),
          total(rows, 'volume'),
        ],
      ),
    );
  }));

/** The rows of the previous period, each moved to the day with which it is compared. */
const shifted = (all: Rows, days: readonly string[]): Rows =>
  all
    .map((row) => ({
      ...row,
      day: new Date(Date.parse(row.day) + days.length * DAY_MS).toISOString().slice(0, 10),
    }))
    .filter(({ day }) => days.includes(day));

it('revenue equals plain sums, also that of the previous period', () =>
  check(async ({ all, within, days, projects, ask }) => {
    const before = shifted(all, days);
    const expected = days.flatMap((day) =>
      projects.map((project) => {
        const of = (rows: Rows) =>
          rows.filter((row) => row.day === day && row.project_id === project);
        const [now, old] = [of(within), of(before)];
        const [revenue, volume] = [total(now, 'revenue'), total(now, 'volume')];
        const others = [revenue, total(old, 'revenue'), volume, total(old, 'volume')];
        return [day, project, revenue, volume, ...others].join();
      }),
    );
    const rows = await ask('revenueOverview', { include_previous_period: true });
    expect(rows.map((row) => Object.values(row).join())).toEqual(expected);
  }));

it.each(['ref', 'device', 'builder_codes'] as const)(
  'revenue by %s equals plain sums, with the largest groups and Others',
  (name) =>
    check(async ({ within, ask }) => {
      const valuesIn = (row: Counted): readonly string[] => {
        if (name !== 'builder_codes') return [row[name]];
        return row.builder_codes.length === 0 ? [''] : [...new Set(row.builder_codes)];
      };
      const cells = groupsOf(within, (row) =>
        valuesIn(row).map((value) => JSON.stringify([row.day, row.project_id, value])),
      ).map(([key, rows]) => {
        const [day, project, value] = JSON.parse(key) as [string, string, string];
        return {
          day,
          project,
          value,
          revenue: total(rows, 'revenue'),
          volume: total(rows, 'volume'),
        };
      });
      // A group without revenue and volume has no row, and does not count for the limit.
      const earning = cells.filter(({ revenue, volume }) => revenue !== 0 || volume !== 0);
      const volumeOf = (value: string) =>
        earning.filter((cell) => cell.value === value).reduce((sum, { volume }) => sum + volume, 0);
      const ranked = [...new Set(earning.map(({ value }) => value))].sort(
        (a, b) => volumeOf(b) - volumeOf(a) || (a < b ? -1 : 1),
      );
      const none = name === 'device' ? 'Unknown' : 'Direct';
      const called = (value: string) => (ranked.indexOf(value) > 1 ? 'Others' : value || none);
      const expected = new Map<string, readonly [number, number]>();
      for (const { day, project, value, revenue, volume } of earning) {
        const key = [day, project, called(value)].join();
        const [money = 0, turnover = 0] = expected.get(key) ?? [];
        expected.set(key, [money + revenue, turnover + volume]);
      }
      const asked = await ask('revenueOverview', { group_by: name, rank_by: 'volume', limit: 2 });
      expect(valuesOf(asked)).toEqual([...expected].map((line) => line.join()).sort());
    }),
);
