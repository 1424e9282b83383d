// What an analytics question cannot know or cannot answer: days that have not come, and too much at once.
import { beforeAll, describe, expect, it } from 'vitest';
import { createAnalyticsService } from '../../../src/server/analytics/service.js';
import { createAnalyticsStore } from '../../../src/server/analytics/store.js';
import { DatabaseQueryError } from '../../../src/server/database/database-errors.js';
import { createCleanup } from '../../support/cleanup.js';
import { type AnalyticsUnderTest, day, NOW, startAnalytics } from './analytics-under-test.js';

const cleanUp = createCleanup();

describe('days that have not come', () => {
  let analytics: AnalyticsUnderTest;
  beforeAll(async () => {
    analytics = await startAnalytics();
    cleanUp(analytics.close);
    await analytics.store([{ at: day('2026-01-19') }, { at: day('2026-01-20') }]);
  });

  it('are no days on which nobody came back', async () => {
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

  it('nor do weeks begin within others when all days are asked for', async () => {
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

describe('what is too much', () => {
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
  ])('is refused in words that say what to do: %s', async (code, what) => {
    await expect(serviceOf(code).retention({}, {}, ['mine'])).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: `The question ${what}. Ask of fewer days, or by week or month.`,
    });
  });

  it('is refused on the engine itself where conditions are too many for it', async () => {
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
      message: 'The question has too many conditions. Ask of fewer at once.',
      fields: { param: 'query.filters' },
    });
  });

  it('is refused where the parser gives up conditions before it has counted them', async () => {
    await expect(serviceOf('718').kpis({}, ['mine'])).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'The question has too many conditions. Ask of fewer at once.',
    });
  });

  it('is not said of a question while the memory is taken by others', async () => {
    const total = 'Code: 241. DB::Exception: (total) memory limit exceeded: would use 4.01 GiB';
    await expect(serviceOf('241', total).kpis({}, ['mine'])).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringMatching(/no memory left.*Repeat later/),
      fields: { retryAfterSeconds: 5 },
    });
  });

  it('is no word for a fault of the server', async () => {
    const error = { name: 'DatabaseQueryError', code: '1001' };
    await expect(serviceOf('1001').kpis({}, ['mine'])).rejects.toMatchObject(error);
  });
});
