// Sessions under filters on their first event, alone and with filters on events, equal plain counts.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EventRow } from '../../../src/server/events/event-row.js';
import { rowOf, useAnalytics } from './analytics-under-test.js';
import { dayAt, dayOf, groupBy, timeOf } from './naive-answers.js';

const analytics = useAnalytics();

const START = Date.UTC(2026, 0, 10);
const DAYS = 6;
const DAY_MS = 86_400_000;

const drawnEvents = fc.uniqueArray(
  fc.record({
    second: fc.integer({ min: 0, max: DAYS * 86_400 - 1 }),
    type: fc.constantFrom('page' as const, 'track' as const),
    event: fc.constantFrom('swap', 'stake'),
    anonymous_id: fc.constantFrom('ann', 'bob', 'cy'),
    session_id: fc.constantFrom(null, 's1', 's2', 's3', 's4', 's5', 's6', 's7'),
    address: fc.constantFrom(null, '0xA', '0xB'),
    context: fc.record({
      ref: fc.constantFrom('', 'friend', "it's"),
      utm_source: fc.constantFrom('', 'x', 'X'),
      page_path: fc.constantFrom('/', '/swap'),
    }),
    revenue: fc.constantFrom(0, 1, 2.5),
  }),
  { minLength: 40, maxLength: 150, selector: ({ second }) => second },
);

/** A filter, and the same condition in plain code. */
type Condition = readonly [filter: object, fits: (row: EventRow) => boolean];
const OF_SESSIONS: readonly Condition[] = [
  [{ field: 'ref', op: 'neq', value: 'friend' }, ({ ref }) => ref !== 'friend'],
  [{ field: 'ref', op: 'isEmpty' }, ({ ref }) => ref === ''],
  [{ field: 'utm_source', op: 'in', value: ['x', ''] }, (row) => row.utm_source !== 'X'],
];
const OF_EVENTS: readonly Condition[] = [
  [{ field: 'event', op: 'eq', value: 'swap' }, ({ event }) => event === 'swap'],
  [{ field: 'type', op: 'eq', value: 'page' }, ({ type }) => type === 'page'],
  [{ field: 'revenue', op: 'gt', value: 1 }, ({ revenue }) => revenue > 1],
];
const ON_PAGE: Condition = [
  { field: 'page', op: 'startsWith', value: '/s' },
  (row) => row.page_path.startsWith('/s'),
];

const distinct = (values: readonly string[]): number => new Set(values).size;
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

interface Visit {
  readonly first: EventRow;
  readonly isSession: boolean;
  /** All events, including those of the day before and the day after the range. */
  readonly whole: readonly EventRow[];
  /** The events within the range that fulfil the filters on events. */
  readonly matching: readonly EventRow[];
}

/** A session that crosses midnight keeps the source of its first event, and is counted as a whole. */
function visitsOf(
  rows: readonly EventRow[],
  { from, to }: { readonly from: string; readonly to: string },
  [ofSessions, ofEvents]: readonly [readonly Condition[], readonly Condition[]],
): readonly Visit[] {
  const since = dayAt(Date.parse(from) - DAY_MS);
  const until = dayAt(Date.parse(to) + DAY_MS);
  const seen = rows.filter((row) => dayOf(row) >= since && dayOf(row) <= until);
  const groups = groupBy(seen, (row) => row.session_id || `${row.anonymous_id} ${dayOf(row)}`);
  return [...groups.values()].flatMap((own) => {
    const [first] = own.toSorted((a, b) => timeOf(a) - timeOf(b));
    const within = own.filter((row) => dayOf(row) >= from && dayOf(row) <= to);
    const matching = within.filter((row) => ofEvents.every(([, fits]) => fits(row)));
    if (first === undefined || matching.length === 0) return [];
    if (!ofSessions.every(([, fits]) => fits(first))) return [];
    return [{ first, isSession: first.session_id !== '', whole: own, matching }];
  });
}

const pagesOf = (rows: readonly EventRow[]) => rows.filter(({ type }) => type === 'page').length;

function figuresOf(visits: readonly Visit[], countsEverything: boolean) {
  const matching = visits.flatMap((visit) => visit.matching);
  const sessions = visits.filter(({ isSession }) => isSession);
  const times = sessions.map(({ whole }) => whole.map(timeOf));
  return {
    visitors: distinct(matching.map((row) => row.anonymous_id)),
    sessions: sessions.length,
    wallets: distinct(matching.map(({ address }) => address).filter((one) => one !== '')),
    hits: countsEverything ? matching.length : pagesOf(matching),
    events: matching.length,
    revenue: sum(matching.map(({ revenue }) => revenue)),
    bounces: sessions.filter(({ whole }) => pagesOf(whole) <= 1).length,
    seconds: sum(times.map((own) => (Math.max(...own) - Math.min(...own)) / 1_000)),
  };
}

let runs = 0;

it('top_sources and kpis equal plain counts', () =>
  fc.assert(
    fc.asyncProperty(
      drawnEvents,
      fc.tuple(fc.integer({ min: 0, max: DAYS - 1 }), fc.integer({ min: 0, max: DAYS - 1 })),
      fc.array(
        fc.tuple(
          fc.subarray([...OF_SESSIONS], { maxLength: 2 }),
          fc.subarray([...OF_EVENTS, ON_PAGE], { maxLength: 2 }),
        ),
        { minLength: 6, maxLength: 6 },
      ),
      async (drawn, [a, b], asked) => {
        const project = `visits-${++runs}`;
        const rows = drawn.map(({ second, revenue, ...event }) =>
          rowOf({ ...event, at: START + second * 1_000, project, properties: { revenue } }),
        );
        await analytics.storeRows(rows);
        const from = dayAt(START + Math.min(a, b) * DAY_MS);
        const to = dayAt(START + Math.max(a, b) * DAY_MS);
        for (const [ofSessions, ofEvents] of asked) {
          const visits = visitsOf(rows, { from, to }, [ofSessions, ofEvents]);
          const countsEverything = ofEvents.some((one) => one !== ON_PAGE);
          const filters = JSON.stringify([...ofSessions, ...ofEvents].map(([filter]) => filter));
          const days = { date_from: from, date_to: to, filters };

          const { data } = await analytics.ask('kpis', days, [project]);
          const [{ bounce_rate, session_seconds, volume: _, ...row }] = data as [(typeof data)[0]];
          const found = {
            ...row,
            bounces: Math.round(bounce_rate * row.sessions),
            seconds: Math.round(session_seconds * row.sessions),
          };
          expect({ filters, ...found }).toEqual({
            filters,
            ...figuresOf(visits, countsEverything),
          });

          const sources = await analytics.ask(
            'topSources',
            { ...days, metric_column: 'utm_source', limit: 1_000 },
            [project],
          );
          const expected = [...groupBy(visits, ({ first }) => first.utm_source || 'Direct')].map(
            ([source, own]) => {
              const { hits, sessions, visitors } = figuresOf(own, countsEverything);
              return [source, hits, sessions, visitors].join();
            },
          );
          expect({
            filters,
            found: sources.data
              .map((one) => [one.utm_source, one.hits, one.sessions, one.visitors].join())
              .sort(),
          }).toEqual({ filters, found: expected.sort() });
        }
      },
    ),
    { numRuns: 4, endOnFailure: true },
  ));
