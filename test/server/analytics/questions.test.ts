// Every analytics endpoint answers with the columns and types that the table of routes describes.
import { beforeAll, describe, expect, it } from 'vitest';
import { analyticsRoutes } from '../../../src/protocol/analytics/routes.js';
import { compile } from '../../../src/protocol/check.js';
import { createCleanup } from '../../support/cleanup.js';
import {
  type AnalyticsUnderTest,
  day,
  type Handlers,
  startAnalytics,
} from './analytics-under-test.js';

const cleanUp = createCleanup();
let analytics: AnalyticsUnderTest;

const WALLET = '0x00000000219ab540356cBB839Cbe05303d7705Fa';

beforeAll(async () => {
  analytics = await startAnalytics();
  cleanUp(analytics.close);
  const at = day('2026-01-15');
  const session_id = 's1';
  await analytics.store([
    {
      at,
      type: 'page',
      session_id,
      context: { referrer: 'https://x.com/a', page_path: '/', page_url: 'https://app.example/' },
    },
    {
      at: at + 1_000,
      type: 'connect',
      session_id,
      address: WALLET,
      properties: { chain_id: 8453 },
    },
    {
      at: at + 2_000,
      event: 'swap',
      session_id,
      address: WALLET,
      properties: { revenue: 1.5, volume: 10, chain_id: 8453 },
    },
  ]);
});

const STEPS = JSON.stringify([
  { type: 'event', event: 'page' },
  { type: 'track', event: 'swap' },
]);
const FILTERS = JSON.stringify([{ field: 'type', op: 'neq', value: 'identify' }]);

/** For each request, the expected columns with their types, and the expected rows. */
const CASES: readonly [keyof Handlers, object, string, readonly object[]][] = [
  [
    'topSources',
    {},
    'project_id String, referrer String, hits UInt64, sessions UInt64, visitors UInt64',
    [{ project_id: 'mine', referrer: 'x.com', hits: 1, sessions: 1, visitors: 1 }],
  ],
  [
    'topSources',
    { metric_column: 'channel', filters: FILTERS },
    'project_id String, channel String, hits UInt64, sessions UInt64, visitors UInt64',
    [{ project_id: 'mine', channel: 'Organic Social', hits: 3, sessions: 1, visitors: 1 }],
  ],
  [
    'topPages',
    {},
    'project_id String, page String, hits UInt64, sessions UInt64, visitors UInt64',
    [{ project_id: 'mine', page: '/', hits: 1, sessions: 1, visitors: 1 }],
  ],
  [
    'topLocations',
    {},
    'project_id String, location String, hits UInt64, sessions UInt64, visitors UInt64',
    [{ project_id: 'mine', location: 'Unknown', hits: 1, sessions: 1, visitors: 1 }],
  ],
  [
    'topWallets',
    {},
    'project_id String, address String, hits UInt64, sessions UInt64, revenue Float64, volume Float64, points Float64',
    [
      {
        project_id: 'mine',
        address: WALLET,
        hits: 2,
        sessions: 1,
        revenue: 1.5,
        volume: 10,
        points: 0,
      },
    ],
  ],
  [
    'topWallets',
    { filters: FILTERS, order_by: 'points' },
    'project_id String, address String, hits UInt64, sessions UInt64, revenue Float64, volume Float64, points Float64',
    [
      {
        project_id: 'mine',
        address: WALLET,
        hits: 2,
        sessions: 1,
        revenue: 1.5,
        volume: 10,
        points: 0,
      },
    ],
  ],
  [
    'topChains',
    {},
    'project_id String, chain_id String, hits UInt64, transactions UInt64, wallets UInt64, revenue Float64, volume Float64',
    [
      {
        project_id: 'mine',
        chain_id: '8453',
        hits: 2,
        transactions: 0,
        wallets: 1,
        revenue: 1.5,
        volume: 10,
      },
    ],
  ],
  [
    'eventTimeseries',
    {},
    'date Date, event_key String, count UInt64',
    ['connect', 'page', 'swap'].map((event_key) => ({ date: '2026-01-15', event_key, count: 1 })),
  ],
  [
    'eventTimeseries',
    { group_by: 'referrer' },
    'date Date, event_key String, count UInt64',
    [
      { date: '2026-01-15', event_key: 'Direct', count: 2 },
      { date: '2026-01-15', event_key: 'x.com', count: 1 },
    ],
  ],
  [
    'revenueOverview',
    { date_from: '2026-01-15', date_to: '2026-01-16' },
    'date Date, project_id String, revenue Float32, volume Float32',
    [
      { date: '2026-01-15', project_id: 'mine', revenue: 1.5, volume: 10 },
      { date: '2026-01-16', project_id: 'mine', revenue: 0, volume: 0 },
    ],
  ],
  [
    'revenueOverview',
    {
      date_from: '2026-01-16',
      date_to: '2026-01-16',
      group_by: 'device',
      include_previous_period: true,
    },
    'date Date, project_id String, device String, revenue Float32, volume Float32, revenue_current Float32, revenue_previous Float32, volume_current Float32, volume_previous Float32',
    [
      {
        date: '2026-01-16',
        project_id: 'mine',
        device: 'Unknown',
        revenue: 0,
        volume: 0,
        revenue_current: 0,
        revenue_previous: 1.5,
        volume_current: 0,
        volume_previous: 10,
      },
    ],
  ],
  [
    'revenueTimeseries',
    { address: WALLET.toLowerCase() },
    'date Date, event String, page_path String, referrer String, utm_source String, revenue Float32, volume Float32',
    [
      {
        date: '2026-01-15',
        event: 'swap',
        page_path: '',
        referrer: '',
        utm_source: '',
        revenue: 1.5,
        volume: 10,
      },
    ],
  ],
  [
    'kpis',
    {},
    'visitors UInt64, sessions UInt64, wallets UInt64, hits UInt64, events UInt64, bounce_rate Float64, session_seconds Float64, revenue Float64, volume Float64',
    [
      {
        visitors: 1,
        sessions: 1,
        wallets: 1,
        hits: 1,
        events: 3,
        bounce_rate: 1,
        session_seconds: 2,
        revenue: 1.5,
        volume: 10,
      },
    ],
  ],
  [
    'funnel',
    { steps: STEPS },
    'step UInt8, event String, users UInt64, converted UInt64, conversion_rate Float64, overall_rate Float64',
    [
      { step: 1, event: 'page', users: 1, converted: 1, conversion_rate: 1, overall_rate: 1 },
      { step: 2, event: 'swap', users: 1, converted: 1, conversion_rate: 1, overall_rate: 1 },
    ],
  ],
  [
    'funnel',
    { steps: STEPS, funnel_type: 'open', group_by: 'builder_codes', filters: FILTERS },
    'builder_codes String, step UInt8, event String, users UInt64, converted UInt64, conversion_rate Float64, overall_rate Float64',
    [1, 2].map((step) => ({
      builder_codes: 'Direct',
      step,
      event: ['page', 'swap'][step - 1],
      users: 1,
      converted: 1,
      conversion_rate: 1,
      overall_rate: 1,
    })),
  ],
  [
    'retention',
    { date_from: '2026-01-15', date_to: '2026-01-16' },
    'cohort Date, period UInt32, size UInt64, users UInt64, rate Float64',
    [
      { cohort: '2026-01-15', period: 0, size: 1, users: 1, rate: 1 },
      { cohort: '2026-01-15', period: 1, size: 1, users: 0, rate: 0 },
    ],
  ],
  [
    'retention',
    { period: 'month', entry: JSON.stringify({ type: 'event', event: 'page' }) },
    'cohort Date, period UInt32, size UInt64, users UInt64, rate Float64',
    [{ cohort: '2026-01-01', period: 0, size: 1, users: 1, rate: 1 }],
  ],
  [
    'lifecycle',
    { date_from: '2026-01-14', date_to: '2026-01-16' },
    'date Date, new UInt64, returning UInt64, resurrected UInt64, dormant UInt64',
    [
      { date: '2026-01-14', new: 0, returning: 0, resurrected: 0, dormant: 0 },
      { date: '2026-01-15', new: 1, returning: 0, resurrected: 0, dormant: 0 },
      { date: '2026-01-16', new: 0, returning: 0, resurrected: 0, dormant: 1 },
    ],
  ],
  [
    'flow',
    {},
    'step UInt8, source String, target String, sessions UInt64',
    [
      { step: 1, source: '/', target: 'connect', sessions: 1 },
      { step: 2, source: 'connect', target: 'swap', sessions: 1 },
    ],
  ],
];

describe('an analytics endpoint', () => {
  it.each(CASES)('answers %s %j', async (question, query, columns, rows) => {
    const answer = await analytics.ask(question, query as never);
    expect(compile(analyticsRoutes[question].answer)(answer)).toEqual([]);
    expect(answer.meta.map(({ name, type }) => `${name} ${type}`).join(', ')).toBe(columns);
    expect(answer.data).toEqual(rows);
    expect(answer.rows).toBe(rows.length);
    expect(answer.rows_before_limit_at_least).toBeGreaterThanOrEqual(rows.length);
  });

  it.each(CASES)('%s never shows data of other projects: %j', async (question, query) => {
    const [others, none] = await Promise.all([
      analytics.ask(question, query as never, ['theirs']),
      analytics.ask(question, query as never, []),
    ]);
    for (const { data } of [others, none]) {
      for (const row of data as readonly Record<string, unknown>[]) {
        const { step, project_id, ...figures } = row;
        expect(project_id ?? 'theirs').toBe('theirs');
        const numbers = Object.values(figures).filter((value) => typeof value === 'number');
        expect(numbers.every((value) => value === 0)).toBe(true);
      }
    }
  });

  it.each(CASES)('%s answers for one project with project_id: %j', async (question, query) => {
    const ask = (of: readonly string[], project_id?: string) =>
      analytics.ask(question, { ...query, project_id } as never, of);
    for (const one of ['mine', 'theirs']) {
      expect((await ask(['mine', 'theirs'], one)).data).toEqual((await ask([one])).data);
    }
    await expect(ask(['mine'], 'theirs')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
