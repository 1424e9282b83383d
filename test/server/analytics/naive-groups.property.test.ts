// Grouped funnels, retention and lifecycle equal plain counts of the same random events.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PERIODS, type Period } from '../../../src/protocol/analytics/retention.js';
import type { EventRow } from '../../../src/server/events/event-row.js';
import { rowOf, useAnalytics } from './analytics-under-test.js';
import { dayAt, dayOf, eventsOf, groupBy, type NaiveScope, naiveFunnel } from './naive-answers.js';

const analytics = useAnalytics();

const DAY_MS = 86_400_000;
/** A Thursday, so that the days contain the end of a year and the ends of weeks. */
const START = Date.UTC(2025, 11, 18);
const DAYS = 33;

/** Every event has a different second, so that their order is always defined. */
const drawnEvents = fc.uniqueArray(
  fc.record({
    second: fc.integer({ min: 0, max: DAYS * 86_400 - 1 }),
    type: fc.constantFrom('page' as const, 'track' as const),
    event: fc.constantFrom('swap', 'stake'),
    anonymous_id: fc.constantFrom('ann', 'bob', 'cy', 'dan', 'eve'),
    ref: fc.constantFrom('', 'friend', "it's"),
    codes: fc.constantFrom<string[][]>([], ['a'], ['b', 'a']),
  }),
  { minLength: 40, maxLength: 120, selector: ({ second }) => second },
);
const aDay = fc.integer({ min: 0, max: DAYS - 1 });

let runs = 0;

type Ask = (rows: readonly EventRow[], scope: NaiveScope) => Promise<void>;

const check = (ask: Ask) =>
  fc.assert(
    fc.asyncProperty(drawnEvents, aDay, aDay, async (drawn, a, b) => {
      const project = `groups-${++runs}`;
      const rows = drawn.map(({ second, ref, codes, ...event }) =>
        rowOf({
          ...event,
          at: START + second * 1_000,
          project,
          context: { ref },
          properties: { builder_codes: codes },
        }),
      );
      await analytics.storeRows(rows);
      const [from, to] = [Math.min(a, b), Math.max(a, b)].map((at) => dayAt(START + at * DAY_MS));
      await ask(rows, { project, from: from ?? '', to: to ?? '' });
    }),
    { numRuns: 3, endOnFailure: true },
  );

const daysOf = ({ from, to }: NaiveScope) => ({ date_from: from, date_to: to });

const isPage = ({ type }: EventRow) => type === 'page';
const isSwap = ({ type, event }: EventRow) => type === 'track' && event === 'swap';
const isStake = ({ type, event }: EventRow) => type === 'track' && event === 'stake';
const FILTERS = JSON.stringify([{ field: 'ref', op: 'neq', value: 'friend' }]);
const isNoFriends = ({ ref }: EventRow) => ref !== 'friend';

const visitorsOf = (rows: readonly EventRow[]): EventRow[][] => [
  ...groupBy(rows, (row) => row.anonymous_id).values(),
];

const inTime = (rows: readonly EventRow[]) =>
  rows.toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1));

it.each([
  ['closed', 'ref', 3],
  ['open', 'ref', 3],
  ['closed', 'builder_codes', 5],
  ['open', 'builder_codes', 5],
] as const)('%s funnels grouped by %s with %i steps equal plain counts', (type, name, count) =>
  check(async (rows, scope) => {
    const steps = [isPage, isSwap, isPage, isStake, isSwap].slice(0, count);
    const events = ['page', 'swap', 'page', 'stake', 'swap'].slice(0, count);
    const funnel = { steps, windowMs: 7 * DAY_MS, isOpen: type === 'open' };
    const shownOf = (row: EventRow) =>
      (name === 'ref' ? row.ref : row.builder_codes[0]) || 'Direct';
    const groupOf = (own: readonly EventRow[]): string | undefined => {
      const isEntry = (row: EventRow) =>
        (type === 'closed' ? steps.slice(0, 1) : steps).some((fits) => fits(row));
      const first = inTime(own).find(isEntry);
      return first && shownOf(first);
    };
    const groups = new Map<string, EventRow[]>();
    for (const own of visitorsOf(eventsOf(rows, scope))) {
      const group = groupOf(own);
      if (group !== undefined) groups.set(group, [...(groups.get(group) ?? []), ...own]);
    }
    const expected = [...groups].flatMap(([group, own]) => {
      const { users, converted } = naiveFunnel(own, scope, funnel);
      return users.map((reached, at) => [group, at + 1, reached, converted[at]].join());
    });
    const { data } = await analytics.ask(
      'funnel',
      {
        ...daysOf(scope),
        steps: JSON.stringify(
          events.map((event) => ({ type: event === 'page' ? 'event' : 'track', event })),
        ),
        funnel_type: type,
        conversion_window: '{"value":1,"unit":"week"}',
        group_by: name,
      },
      [scope.project],
    );
    const found = data.map((row) => [row[name], row.step, row.users, row.converted].join());
    expect(found.sort()).toEqual(expected.sort());
  }),
);

/** The first day of the period that contains a day. */
function bucketOf(period: Period, day: string): string {
  if (period === 'day') return day;
  if (period === 'month') return `${day.slice(0, 8)}01`;
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  return dayAt(Date.parse(day) - weekday * DAY_MS);
}

function nextOf(period: Period, bucket: string): string {
  const [year = 0, month = 0] = bucket.split('-').map(Number);
  if (period === 'month') return dayAt(Date.UTC(year, month, 1));
  return dayAt(Date.parse(bucket) + (period === 'week' ? 7 : 1) * DAY_MS);
}

/** All periods from one day to another, both included. */
function bucketsBetween(period: Period, from: string, to: string): string[] {
  const all: string[] = [];
  for (let at = bucketOf(period, from); at <= to; at = nextOf(period, at)) all.push(at);
  return all;
}

it.each(PERIODS)('retention by %s with and without steps equals plain counts', (period) =>
  check(async (rows, scope) => {
    const asked = async (query: object) => {
      const all = { ...daysOf(scope), period, ...query };
      const { data } = await analytics.ask('retention', all, [scope.project]);
      return data.map((row) => [row.cohort, row.period, row.size, row.users].join());
    };
    const expected = (enters: (row: EventRow) => boolean, returns: (row: EventRow) => boolean) => {
      const cohorts = new Map<string, string[][]>();
      for (const own of visitorsOf(eventsOf(rows, scope))) {
        const buckets = (fits: (row: EventRow) => boolean) =>
          [...new Set(own.filter(fits).map((row) => bucketOf(period, dayOf(row))))].sort();
        const [cohort] = buckets(enters);
        if (cohort === undefined) continue;
        cohorts.set(cohort, [...(cohorts.get(cohort) ?? []), [cohort, ...buckets(returns)]]);
      }
      return [...cohorts]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .flatMap(([cohort, visitors]) =>
          bucketsBetween(period, cohort, scope.to).map((bucket, at) =>
            [
              cohort,
              at,
              visitors.length,
              visitors.filter((one) => one.includes(bucket)).length,
            ].join(),
          ),
        );
    };
    const swap = JSON.stringify({ type: 'track', event: 'swap' });
    const page = JSON.stringify({ type: 'event', event: 'page' });
    const anything = () => true;
    expect(await asked({})).toEqual(expected(anything, anything));
    expect(await asked({ entry: swap })).toEqual(expected(isSwap, anything));
    expect(await asked({ return: page })).toEqual(expected(anything, isPage));
    expect(await asked({ entry: swap, return: page })).toEqual(expected(isSwap, isPage));
  }),
);

it.each(PERIODS)('lifecycle by %s over whole periods equals plain counts', (period) =>
  check(async (rows, scope) => {
    const asked = async (filters?: string) => {
      const query = { ...daysOf(scope), period, filters };
      const { data } = await analytics.ask('lifecycle', query, [scope.project]);
      return data.map((row) =>
        [row.date, row.new, row.returning, row.resurrected, row.dormant].join(),
      );
    };
    const expected = (fits: (row: EventRow) => boolean) => {
      const visitors = visitorsOf(rows.filter(fits)).map(
        (own) => new Set(own.map((row) => bucketOf(period, dayOf(row)))),
      );
      const before = (bucket: string) => bucketOf(period, dayAt(Date.parse(bucket) - 1));
      return bucketsBetween(period, scope.from, scope.to).map((bucket) => {
        const here = visitors.filter((seen) => seen.has(bucket));
        const isNew = (seen: ReadonlySet<string>) => [...seen].every((one) => one >= bucket);
        const wasThere = (seen: ReadonlySet<string>) => seen.has(before(bucket));
        const counts = [
          here.filter(isNew),
          here.filter(wasThere),
          here.filter((seen) => !wasThere(seen) && !isNew(seen)),
          visitors.filter((seen) => wasThere(seen) && !seen.has(bucket)),
        ];
        return [bucket, ...counts.map(({ length }) => length)].join();
      });
    };
    expect(await asked()).toEqual(expected(() => true));
    expect(await asked(FILTERS)).toEqual(expected(isNoFriends));
  }),
);
