// The SQL of the analytics endpoints agrees with plain computations over the same random events.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventRow } from '../../../src/server/events/event-row.js';
import { rowOf, type Sent, useAnalytics } from './analytics-under-test.js';
import {
  type NaiveScope,
  naiveFlow,
  naiveFunnel,
  naiveKpis,
  naiveLifecycle,
  naiveRetention,
  naiveTimeseries,
  naiveTopSources,
} from './naive-answers.js';

const analytics = useAnalytics();

const START = Date.UTC(2026, 0, 10);
const DAYS = 8;
const HOUR_MS = 3_600_000;

/** Every event has a different second, so that their order is always defined. */
const events = fc.uniqueArray(
  fc.record({
    second: fc.integer({ min: 0, max: DAYS * 86_400 - 1 }),
    type: fc.constantFrom(
      'page' as const,
      'track' as const,
      'connect' as const,
      'decoded_log' as const,
    ),
    event: fc.constantFrom('', 'swap', 'stake'),
    anonymous_id: fc.constantFrom('ann', 'bob', 'cy', 'dan'),
    session_id: fc.constantFrom(null, 's1', 's2', 's3', 's4', 's5', 's6'),
    address: fc.constantFrom(null, '0xA', '0xB'),
    device: fc.constantFrom('desktop', 'mobile', ''),
    ref: fc.constantFrom('', 'friend', "it's"),
    isTheirs: fc.boolean(),
  }),
  { minLength: 150, maxLength: 300, selector: ({ second }) => second },
);

type Draw = typeof events extends fc.Arbitrary<(infer T)[]> ? T : never;

let runs = 0;

const store = async (drawn: readonly Draw[]) => {
  const project = `random-${++runs}`;
  const rows = drawn.map(({ second, device, ref, isTheirs, ...event }): EventRow => {
    const sent: Sent = {
      ...event,
      at: START + second * 1_000,
      project: isTheirs ? `${project}-theirs` : project,
      context: { ref },
    };
    return { ...rowOf(sent), device };
  });
  await analytics.storeRows(rows);
  return { project, rows };
};

/** Compares the answers to one request for random events and a random range of days. */
const check = (
  answers: (
    rows: readonly EventRow[],
    scope: NaiveScope,
  ) => Promise<readonly (readonly [unknown, unknown])[]>,
) =>
  fc.assert(
    fc.asyncProperty(
      events,
      fc.integer({ min: 0, max: DAYS - 1 }),
      fc.integer({ min: 0, max: DAYS - 1 }),
      async (drawn, a, b) => {
        const { project, rows } = await store(drawn);
        const dayAt = (index: number) =>
          new Date(START + index * 24 * HOUR_MS).toISOString().slice(0, 10);
        const scope = { project, from: dayAt(Math.min(a, b)), to: dayAt(Math.max(a, b)) };
        for (const [answer, naive] of await answers(rows, scope)) expect(answer).toEqual(naive);
      },
    ),
    {
      numRuns: 3,
      endOnFailure: true,
      reporter: ({ failed, errorInstance, seed }) => {
        if (failed) throw new Error(`Seed ${seed}: the answers differ.`, { cause: errorInstance });
      },
    },
  );

const daysOf = ({ from, to }: NaiveScope) => ({ date_from: from, date_to: to, limit: 1_000 });

const FILTERS = JSON.stringify([
  { field: 'type', op: 'in', value: 'page|track' },
  { field: 'device', op: 'neq', value: 'mobile' },
]);
const FITS = ({ type, device }: EventRow) => /page|track/.test(type) && device !== 'mobile';

describe('the SQL agrees with plain computations', () => {
  it('for sources', () =>
    check(async (rows, scope) => {
      const refOf = (row: EventRow) => row.ref || 'Direct';
      const asked = async (filters?: string) => {
        const query = { ...daysOf(scope), metric_column: 'ref' as const, filters };
        const { data } = await analytics.ask('topSources', query, [scope.project]);
        return Object.fromEntries(
          data.map(({ ref = '', hits, sessions, visitors }) => [ref, [hits, sessions, visitors]]),
        );
      };
      const typed = JSON.stringify([{ field: 'type', op: 'in', value: 'page|track' }]);
      return [
        [await asked(), naiveTopSources(rows, scope, { sourceOf: refOf })],
        [
          await asked(typed),
          naiveTopSources(
            rows,
            { ...scope, fits: ({ type }) => type === 'page' || type === 'track' },
            { sourceOf: refOf, countsEverything: true },
          ),
        ],
      ];
    }));

  it('for time series, from rollups and from events', () =>
    check(async (rows, scope) => {
      const asked = async (query: object) => {
        const { data } = await analytics.ask('eventTimeseries', { ...daysOf(scope), ...query }, [
          scope.project,
        ]);
        return Object.fromEntries(
          data.map(({ date, event_key, count }) => [`${date} ${event_key}`, count]),
        );
      };
      const keyOf = ({ type, event }: EventRow) => event || type;
      const deviceOf = ({ device }: EventRow) => device || 'Direct';
      return [
        [await asked({}), naiveTimeseries(rows, scope, keyOf)],
        [await asked({ filters: FILTERS }), naiveTimeseries(rows, { ...scope, fits: FITS }, keyOf)],
        [await asked({ group_by: 'device' }), naiveTimeseries(rows, scope, deviceOf)],
        [
          await asked({ group_by: 'device', filters: FILTERS, exclude: 'page' }),
          naiveTimeseries(
            rows,
            { ...scope, fits: (row) => FITS(row) && row.type !== 'page' },
            deviceOf,
          ),
        ],
      ];
    }));

  it('for funnels, whose steps never grow', () =>
    check(async (rows, scope) => {
      const step = (type: string, event: string, further = {}) => ({ type, event, ...further });
      const steps = [
        step('event', 'page', { events: [step('track', 'swap')] }),
        step('track', 'swap'),
        step('event', 'connect', { filters: [{ field: 'device', op: 'notEmpty' }] }),
        step('track', 'stake'),
        step('event', 'page'),
      ];
      const naive = {
        steps: [
          (row: EventRow) => row.type === 'page' || (row.type === 'track' && row.event === 'swap'),
          (row: EventRow) => row.type === 'track' && row.event === 'swap',
          (row: EventRow) => row.type === 'connect' && row.device !== '',
          (row: EventRow) => row.type === 'track' && row.event === 'stake',
          (row: EventRow) => row.type === 'page',
        ],
        windowMs: 24 * HOUR_MS,
      };
      const first = (count: number, isOpen: boolean) =>
        naiveFunnel(rows, scope, { ...naive, steps: naive.steps.slice(0, count), isOpen });
      const asked = async (funnel_type: 'open' | 'closed', count = 3) => {
        const query = {
          ...daysOf(scope),
          funnel_type,
          steps: JSON.stringify(steps.slice(0, count)),
          conversion_window: '{"value":1,"unit":"day"}',
        };
        const { data } = await analytics.ask('funnel', query, [scope.project]);
        return {
          users: data.map(({ users }) => users),
          converted: data.map(({ converted }) => converted),
        };
      };
      const closed = await asked('closed');
      return [
        [closed, first(3, false)],
        [await asked('open'), first(3, true)],
        // With more steps, the SQL uses another expression.
        [await asked('closed', 5), first(5, false)],
        [await asked('open', 5), first(5, true)],
        [closed.users, [...closed.users].sort((a, b) => b - a)],
      ];
    }));

  it('for flows', () =>
    check(async (rows, scope) => {
      const asked = async (query: object) => {
        const { data } = await analytics.ask('flow', { ...daysOf(scope), ...query }, [
          scope.project,
        ]);
        return Object.fromEntries(
          data.map((row) => [`${row.step} ${row.source} > ${row.target}`, row.sessions]),
        );
      };
      const start = JSON.stringify({ type: 'track', event: 'swap' });
      const isStart = ({ type, event }: EventRow) => type === 'track' && event === 'swap';
      return [
        [await asked({ max_steps: 5 }), naiveFlow(rows, scope, { most: 5, nodes: 5 })],
        [
          await asked({ start, nodes_per_step: 2, filters: FILTERS }),
          naiveFlow(rows, { ...scope, fits: FITS }, { isStart, most: 3, nodes: 2 }),
        ],
      ];
    }));

  it('for retention and lifecycle', () =>
    check(async (rows, scope) => {
      const back = await analytics.ask('retention', daysOf(scope), [scope.project]);
      const anything = JSON.stringify([{ field: 'event', op: 'neq', value: 'never' }]);
      const raw = await analytics.ask('retention', { ...daysOf(scope), filters: anything }, [
        scope.project,
      ]);
      const lifecycle = async (filters?: string) => {
        const { data } = await analytics.ask('lifecycle', { ...daysOf(scope), filters }, [
          scope.project,
        ]);
        return Object.fromEntries(
          data.map((row) => [row.date, [row.new, row.returning, row.resurrected, row.dormant]]),
        );
      };
      const read = (data: typeof back.data) =>
        Object.fromEntries(
          data
            .filter(({ users }) => users > 0)
            .map(({ cohort, period, users }) => [`${cohort}+${period}`, users]),
        );
      return [
        [read(back.data), naiveRetention(rows, scope)],
        [raw.data, back.data],
        [await lifecycle(), naiveLifecycle(rows, scope)],
        [await lifecycle(FILTERS), naiveLifecycle(rows, { ...scope, fits: FITS })],
      ];
    }));

  it('for lifecycle over few periods and over many, which use different SQL', () =>
    check(async (_, scope) => {
      const asked = async (query: { period: 'day' | 'week'; filters?: string }, from: string) => {
        const days = { date_from: from, date_to: scope.to };
        return (await analytics.ask('lifecycle', { ...days, ...query }, [scope.project])).data;
      };
      const both = async (query: { period: 'day' | 'week'; filters?: string }) => {
        const few = await asked(query, scope.from);
        const many = await asked(query, '2024-06-01');
        return [many.slice(-few.length), few] as const;
      };
      return [
        await both({ period: 'day' }),
        await both({ period: 'week' }),
        await both({ period: 'day', filters: FILTERS }),
      ];
    }));

  it('for kpis', () =>
    check(async (rows, scope) => {
      const anything = JSON.stringify([{ field: 'page', op: 'neq', value: 'never' }]);
      const asked = async (filters?: string) => {
        const { data } = await analytics.ask('kpis', { ...daysOf(scope), filters }, [
          scope.project,
        ]);
        const [row] = data;
        if (row === undefined) return undefined;
        const { visitors, sessions, wallets, hits, events: all, ...means } = row;
        const bounces = Math.round(means.bounce_rate * sessions);
        const seconds = Math.round(means.session_seconds * sessions);
        return { visitors, sessions, wallets, hits, events: all, bounces, seconds };
      };
      const naive = naiveKpis(rows, scope);
      const swaps = JSON.stringify([{ field: 'event', op: 'eq', value: 'swap' }]);
      return [
        [await asked(), naive],
        [await asked(anything), naive],
        [await asked(swaps), naiveKpis(rows, { ...scope, fits: ({ event }) => event === 'swap' })],
      ];
    }));
});
