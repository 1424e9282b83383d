// Grouped answers have the largest groups by name and the rest as Others; and every column of top_sources.
import { beforeAll, describe, expect, it } from 'vitest';
import { SOURCE_COLUMNS } from '../../../src/protocol/analytics/dimensions.js';
import { createCleanup } from '../../support/cleanup.js';
import { type AnalyticsUnderTest, day, type Sent, startAnalytics } from './analytics-under-test.js';

const cleanUp = createCleanup();
let analytics: AnalyticsUnderTest;

const AT = day('2026-01-15');
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

/** Visitors `v1` to `v102`, each from another site; visitor n has n page views. */
const FROM_102_SITES = Array.from({ length: 102 }, (_, i) => i + 1).flatMap((n) =>
  Array.from(
    { length: n },
    (__, i): Sent => ({
      at: AT + i,
      type: 'page',
      project: 'sites',
      anonymous_id: `v${n}`,
      session_id: `s${n}`,
      context: { referrer: `https://site${String(n).padStart(3, '0')}.example/` },
    }),
  ),
);

const spent = (utm_source: string, revenue: number, volume: number): Sent => ({
  at: AT,
  project: 'money',
  properties: { revenue, volume },
  context: { utm_source },
});

const came = (
  minute: number,
  anonymous_id: string,
  event: Partial<Sent>,
  utm_source: string,
): Sent => ({
  ...{ at: AT + minute * 60_000, anonymous_id, project: 'funnels', context: { utm_source } },
  ...event,
});

/** Sources `s1` to `s101` with two visitors each, three visitors without a source, and one from `Direct`. */
const OF_MANY_SOURCES = [
  ...Array.from({ length: 202 }, (_, i) => `s${Math.floor(i / 2) + 1}`),
  ...['', '', '', 'Direct'],
].flatMap((utm_source, i): Sent[] =>
  [{ type: 'page' } as const, { event: 'swap' }].map((event, step) => ({
    ...{ at: AT + i * 1_000 + step, anonymous_id: `m${i}`, project: 'many' },
    ...{ properties: { revenue: 1 }, context: { utm_source } },
    ...event,
  })),
);

const PAGE = { type: 'page' } as const;
const SWAP = { event: 'swap' };

beforeAll(async () => {
  analytics = await startAnalytics();
  cleanUp(analytics.close);
  await analytics.store([
    ...FROM_102_SITES,
    came(1, 'ann', SWAP, 'mail'),
    came(2, 'ann', PAGE, 'ads'),
    came(3, 'ann', SWAP, 'x'),
    came(1, 'bob', SWAP, 'mail'),
    ...OF_MANY_SOURCES,
    spent('a', 1, 400),
    spent('b', 2, 300),
    spent('c', 3, 200),
    spent('d', 4, 100),
    {
      at: AT,
      type: 'page',
      project: 'columns',
      session_id: 's',
      context: {
        referrer: 'https://www.news.example/post?id=1',
        ref: 'ada',
        utm_source: 'newsletter',
        utm_medium: 'email',
        utm_campaign: 'spring',
        utm_term: 'swap',
        utm_content: 'button',
        page_url: 'https://app.dapp.example/pools',
        page_path: '/pools',
        user_agent: CHROME,
      },
    },
  ]);
});

const rowsOf = async (...asked: Parameters<AnalyticsUnderTest['ask']>) =>
  (await analytics.ask(...asked)).data as unknown as readonly Record<string, unknown>[];

describe('event_timeseries', () => {
  it('names the 100 most frequent values and sums the others as Others', async () => {
    const rows = await rowsOf('eventTimeseries', { group_by: 'referrer' }, ['sites']);
    expect(rows).toHaveLength(101);
    const counts = new Map(rows.map(({ event_key, count }) => [event_key, count]));
    expect(counts.get('site102.example')).toBe(102);
    expect(counts.get('site003.example')).toBe(3);
    expect(counts.has('site002.example')).toBe(false);
    expect(counts.get('Others')).toBe(1 + 2);
  });
});

describe('funnel', () => {
  const steps = JSON.stringify([
    { type: 'event', event: 'page' },
    { type: 'track', event: 'swap' },
  ]);
  const grouped = async (query: object) =>
    (await rowsOf('funnel', { steps, group_by: 'utm_source', ...query }, ['funnels'])).map(
      ({ utm_source, step, users }) => [utm_source, step, users],
    );

  it('groups visitors by the event with which they enter, and leaves out those who never enter', async () => {
    expect(await grouped({})).toEqual([
      ['ads', 1, 1],
      ['ads', 2, 1],
    ]);
    expect(await grouped({ funnel_type: 'open' })).toEqual([
      ['mail', 1, 1],
      ['mail', 2, 2],
    ]);
  });

  it.each([1, 1_440, 999_999_999])(
    'accepts a window of %i weeks, with few steps and with many',
    async (value) => {
      const conversion_window = JSON.stringify({ value, unit: 'week' });
      const many = JSON.stringify([
        ...JSON.parse(steps),
        ...JSON.parse(steps),
        ...JSON.parse(steps),
      ]);
      for (const asked of [steps, many]) {
        expect((await grouped({ steps: asked, conversion_window })).slice(0, 2)).toEqual([
          ['ads', 1, 1],
          ['ads', 2, 1],
        ]);
      }
    },
  );

  it('groups many steps in the same way', async () => {
    const many = JSON.stringify([...JSON.parse(steps), ...JSON.parse(steps), ...JSON.parse(steps)]);
    expect((await grouped({ steps: many })).slice(0, 2)).toEqual([
      ['ads', 1, 1],
      ['ads', 2, 1],
    ]);
    expect(await grouped({ steps: many })).toHaveLength(6);
  });
});

describe('revenue_overview', () => {
  const overview = async (query: object) =>
    (await rowsOf('revenueOverview', { group_by: 'utm_source', ...query }, ['money'])).map(
      ({ utm_source, revenue, volume }) => [utm_source, revenue, volume],
    );

  it('ranks by revenue and sums the groups beyond the limit as Others', async () => {
    expect(await overview({ limit: 2 })).toEqual([
      ['d', 4, 100],
      ['Others', 3, 700],
      ['c', 3, 200],
    ]);
  });

  it('ranks by volume with rank_by=volume', async () => {
    expect(await overview({ limit: 1, rank_by: 'volume' })).toEqual([
      ['Others', 9, 600],
      ['a', 1, 400],
    ]);
  });

  it('has no Others when all groups are within the limit', async () => {
    expect((await overview({ limit: 4 })).map(([name]) => name)).toEqual(['d', 'c', 'b', 'a']);
  });
});

describe('a source named Direct', () => {
  const steps = JSON.stringify([
    { type: 'event', event: 'page' },
    { type: 'track', event: 'swap' },
  ]);
  const FILTERS = JSON.stringify([{ field: 'page', op: 'isEmpty' }]);

  it.each([undefined, FILTERS])(
    'is one group with the empty source, filtered by %s',
    async (filters) => {
      const grouped = (question: 'funnel' | 'revenueOverview' | 'eventTimeseries', more = {}) =>
        rowsOf(question, { group_by: 'utm_source', filters, ...more }, ['many']);
      expect(await grouped('revenueOverview', { limit: 1 })).toMatchObject([
        { utm_source: 'Others', revenue: 404 },
        { utm_source: 'Direct', revenue: 8 },
      ]);
      const [largest] = await grouped('eventTimeseries');
      expect(largest).toMatchObject({ event_key: 'Direct', count: 8 });
      const funnel = await grouped('funnel', { steps });
      expect(funnel.find(({ utm_source }) => utm_source === 'Direct')).toMatchObject({ users: 4 });
    },
  );
});

describe('top_sources', () => {
  const EXPECTED: Record<(typeof SOURCE_COLUMNS)[number], string> = {
    referrer: 'news.example',
    referrer_url: 'https://www.news.example/post?id=1',
    ref: 'ada',
    utm_source: 'newsletter',
    utm_medium: 'email',
    utm_campaign: 'spring',
    utm_term: 'swap',
    utm_content: 'button',
    origin: 'app.dapp.example',
    device: 'desktop',
    browser: 'chrome',
    os: 'windows',
    channel: 'Email',
  };

  it.each(SOURCE_COLUMNS)('counts by %s', async (metric_column) => {
    expect(await rowsOf('topSources', { metric_column }, ['columns'])).toEqual([
      {
        project_id: 'columns',
        [metric_column]: EXPECTED[metric_column],
        hits: 1,
        sessions: 1,
        visitors: 1,
      },
    ]);
  });
});
