// The limits of analytics requests: days in the future, and requests that are too large for the engine.
import { beforeAll, describe, expect, it } from 'vitest';
import { createAnalyticsService } from '../../../src/server/analytics/service.js';
import { createAnalyticsStore } from '../../../src/server/analytics/store.js';
import { DatabaseQueryError } from '../../../src/server/database/database-errors.js';
import { createCleanup } from '../../support/cleanup.js';
import { type AnalyticsUnderTest, day, NOW, startAnalytics } from './analytics-under-test.js';

const cleanUp = createCleanup();

describe('days in the future', () => {
  let analytics: AnalyticsUnderTest;
  beforeAll(async () => {
    analytics = await startAnalytics();
    cleanUp(analytics.close);
    await analytics.store([{ at: day('2026-01-19') }, { at: day('2026-01-20') }]);
  });

  it('do not count as days without returning visitors', async () => {
    const days = { date_from: '2026-01-19', date_to: '2148-12-31' };
    const { data } = await analytics.ask('retention', days);
    expect(data.map(({ cohort, period, users }) => [cohort, period, users])).toEqual([
      ['2026-01-19', 0, 1],
      ['2026-01-19', 1, 1],
    ]);
    const lifecycle = await analytics.ask('lifecycle', days);
    expect(lifecycle.data.map(({ date, dormant }) => [date, dormant])).toEqual([
      ['2026-01-19', 0],
      ['2026-01-20', 0],
    ]);
    const ofWeeks = await analytics.ask('lifecycle', { ...days, period: 'week' });
    expect(ofWeeks.data.map(({ date }) => date)).toEqual(['2026-01-19']);
  });

  it.each(['day', 'week', 'month'] as const)('have no rows of their own, by %s', async (period) => {
    const days = { date_from: '2026-03-01', date_to: '2027-03-01', period };
    expect((await analytics.ask('lifecycle', days)).data).toEqual([]);
    expect((await analytics.ask('retention', days)).data).toEqual([]);
  });

  it('do not shift the weeks of a range over all days', async () => {
    const days = { date_from: '1970-01-01', date_to: '2026-01-20', period: 'week' as const };
    const { data } = await analytics.ask('lifecycle', days);
    expect(data.slice(0, 2).map(({ date }) => date)).toEqual(['1970-01-01', '1970-01-05']);
    expect(data.slice(-3).map((row) => [row.date, row.new, row.dormant])).toEqual([
      ['2026-01-05', 0, 0],
      ['2026-01-12', 0, 0],
      ['2026-01-19', 1, 0],
    ]);
  });
});

describe('a request that is too large', () => {
  const serviceOf = (code: string, message = 'in words of its own') => {
    const query = async () => {
      throw new DatabaseQueryError(message, code);
    };
    return createAnalyticsService(createAnalyticsStore({ query }), () => NOW);
  };

  it.each([
    ['396', 'has an answer of more than 48 MB'],
    ['241', 'needs too much memory'],
    ['159', 'takes too long'],
  ])('is refused with advice on what to do: engine code %s', async (code, what) => {
    await expect(serviceOf(code).retention({}, {}, ['mine'])).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: `The request ${what}. Ask for fewer days, or by week or month.`,
    });
  });

  it('is refused where the real engine gives up on the number of conditions', async () => {
    const analytics = await startAnalytics();
    cleanUp(analytics.close);
    const nested = Array.from({ length: 50 }, (_, at) => ({ field: `p${at}`, op: 'isEmpty' }));
    const all = Array.from({ length: 50 }, () => ({
      field: 'event',
      op: 'isEmpty',
      filters: nested,
    }));
    await expect(
      analytics.ask('topEvents', { filters: JSON.stringify(all) }),
    ).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'The request has too many conditions. Use fewer of them.',
      fields: { param: 'query.filters' },
    });
  });

  it('is refused where the parser fails before it has counted the conditions', async () => {
    await expect(serviceOf('718').kpis({}, ['mine'])).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'The request has too many conditions. Use fewer of them.',
    });
  });

  it('is told from 503, for a request that fails because others use all the memory', async () => {
    const total = 'Code: 241. DB::Exception: (total) memory limit exceeded: would use 4.01 GiB';
    await expect(serviceOf('241', total).kpis({}, ['mine'])).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringMatching(/no memory left.*Try again later/),
      fields: { retryAfterSeconds: 5 },
    });
  });

  it('is told from other errors of the engine, which stay as they are', async () => {
    const error = { name: 'DatabaseQueryError', code: '1001' };
    await expect(serviceOf('1001').kpis({}, ['mine'])).rejects.toMatchObject(error);
  });
});
