// Charts over time use steps that fit the length of the range, and apply the filters of all other
// panels.
import { describe, expect, it } from 'vitest';
import type { Chaintrail } from '../../src/client/chaintrail.js';
import { RateLimitError } from '../../src/client/errors.js';
import { describeRange, parseRange } from '../../src/dashboard/state/date-range.js';
import { filtersSql } from '../../src/dashboard/state/filter-sql.js';
import { FIELDS, type Filter, OPERATORS, operatorsOf } from '../../src/dashboard/state/place.js';
import { readActivity, readRevenue } from '../../src/dashboard/state/read-series.js';
import { daysBefore, eachStep, stepAt, stepOf } from '../../src/dashboard/state/time-steps.js';
import { translate } from '../../src/server/query/translate.js';
import { queryViews } from '../../src/server/query/views.js';

const between = (date_from: string, date_to: string) => ({ date_from, date_to });
const DAY = between('2026-03-02', '2026-03-02');
const LATER = Date.parse('2027-01-01T00:00:00Z');

describe('a step', () => {
  it.each([
    ['2026-03-02', '2026-03-02', 'hour'],
    ['2026-03-01', '2026-03-02', 'hour'],
    ['2026-03-01', '2026-03-03', 'day'],
    ['2026-01-01', '2026-06-30', 'day'],
    ['2026-01-01', '2026-08-01', 'week'],
  ])('from %s to %s is one %s', (from, to, step) => {
    expect(stepOf(between(from, to))).toBe(step);
  });

  it('of hours: the list ends now, or with the last day of a past range', () => {
    const now = Date.parse('2026-03-02T05:59:59Z');
    expect(eachStep('hour', DAY, now)).toHaveLength(6);
    expect(eachStep('hour', DAY, now).at(-1)).toBe('2026-03-02 05:00:00');
    expect(eachStep('hour', between('2026-03-01', '2026-03-02'), LATER)).toHaveLength(48);
  });

  it('of weeks: the list starts on the Monday of the week of the first day', () => {
    const weeks = eachStep('week', between('2026-01-01', '2026-01-20'));
    expect(weeks).toEqual(['2025-12-29', '2026-01-05', '2026-01-12', '2026-01-19']);
    expect(['2026-01-04', '2026-01-05'].map((day) => stepAt('week', day))).toEqual(
      weeks.slice(0, 2),
    );
    expect(stepAt('day', '2026-01-04')).toBe('2026-01-04');
  });

  it('of days and weeks: future ones are left out, unless all are in the future', () => {
    const now = Date.parse('2026-03-03T05:30:00Z');
    const days = between('2026-03-02', '2026-03-31');
    expect(eachStep('day', days, now)).toEqual(['2026-03-02', '2026-03-03']);
    expect(eachStep('week', days, now)).toEqual(['2026-03-02']);
    expect(eachStep('day', between('2026-04-01', '2026-04-02'), now)).toHaveLength(2);
  });

  it('has a previous period of the same length', () => {
    expect(daysBefore(between('2026-03-01', '2026-03-02'))).toEqual(
      between('2026-02-27', '2026-02-28'),
    );
  });
});

describe('filters as SQL', () => {
  it('are all accepted by the query operation, except for the field without a column', () => {
    const value = "o'Brien\\ -- ";
    for (const field of FIELDS.filter((one) => one !== 'origin')) {
      for (const op of operatorsOf(field)) {
        const isNumber = ['revenue', 'volume', 'points'].includes(field);
        const sql = filtersSql([{ field, op, value: isNumber ? '-1.5|2' : value }]);
        if (isNumber && op !== 'in' && op !== 'nin') {
          expect(sql, `${field} ${op}`).toBeUndefined();
          continue;
        }
        const days = { from: '2026-03-01', to: '2026-03-02' };
        expect(() =>
          translate(`SELECT 1 FROM events WHERE 1${sql}`, { days, rows: 1 }),
        ).not.toThrow();
      }
    }
    expect(Object.keys(OPERATORS)).toHaveLength(13);
    expect(filtersSql([{ field: 'origin', op: 'eq', value: 'x' }])).toBeUndefined();
    expect(filtersSql([])).toBe('');
  });

  it.each<[Filter, string]>([
    [{ field: 'page', op: 'eq', value: "/a'b" }, " AND (page_path = '/a\\'b')"],
    [{ field: 'location', op: 'in', value: 'DE|CH' }, " AND (location IN ('DE', 'CH'))"],
    [{ field: 'revenue', op: 'gte', value: ' 5 ' }, ' AND (revenue >= 5)'],
    [{ field: 'os', op: 'isEmpty', value: '' }, " AND (os = '')"],
    [{ field: 'ref', op: 'contains', value: 'x' }, " AND (position(ref, 'x') > 0)"],
  ])('translates %o', (filter, sql) => {
    expect(filtersSql([filter])).toBe(sql);
  });
});

describe('queries', () => {
  const scripted = (run: () => unknown) => {
    const asked: unknown[] = [];
    const answer = (name: string, data: unknown) => async (question: unknown, more?: unknown) => {
      asked.push([name, question, more]);
      return { data };
    };
    const money = { revenue: 1, volume: 10, revenue_previous: 2 };
    const client = {
      query: { run: async (...question: unknown[]) => [asked.push(question), run()][1] },
      analytics: {
        eventTimeseries: answer('days', [{ date: '2026-03-02', event_key: 'page', count: 3 }]),
        revenueOverview: answer('days', [
          { ...money, date: '2026-03-02', project_id: 'a' },
          { ...money, date: '2026-03-03', project_id: 'a' },
          { ...money, date: '2026-03-09', project_id: 'b' },
        ]),
      },
    };
    return { asked, client: client as unknown as Chaintrail };
  };
  const at = (days: ReturnType<typeof between>, filters: readonly Filter[] = []) => ({
    days,
    query: days,
    filters,
  });

  it('hours are compared with the same hours of the previous period', async () => {
    const { client } = scripted(() => ({
      data: [
        { hour: '2026-03-01 04:00:00', money: 7, turnover: 0 },
        { hour: '2026-03-02 03:00:00', money: 5, turnover: 50 },
      ],
    }));
    const { step, rows } = await readRevenue(client, at(DAY));
    expect([step, rows.length]).toEqual(['hour', 24]);
    expect(rows.slice(3, 5)).toEqual([
      { date: '2026-03-02 03:00:00', revenue: 5, volume: 50, before: 0 },
      { date: '2026-03-02 04:00:00', revenue: 0, volume: 0, before: 7 },
    ]);
  });

  it('hours use aliases that are not column names, since filters would refer to the aliases', async () => {
    const { client, asked } = scripted(() => ({ data: [] }));
    const filter: Filter = { field: 'revenue', op: 'gt', value: '1' };
    await readRevenue(client, at(DAY, [filter]));
    await readActivity(client, at(DAY, [filter]));
    const columns = queryViews.find(({ name }) => name === 'events')?.columns ?? [];
    const aliases = [...JSON.stringify(asked).matchAll(/ AS (\w+)/g)].map(([, name]) => name);
    expect(aliases).toHaveLength(6);
    expect(aliases.filter((name) => columns.includes(name ?? ''))).toEqual([]);
  });

  it('fall back to days if a filter has no column, or if too many queries are running', async () => {
    const busy = scripted(() => {
      throw new RateLimitError({ status: 429, message: '', headers: new Headers(), attempts: 1 });
    });
    expect((await readActivity(busy.client, at(DAY))).step).toBe('day');
    const { client, asked } = scripted(() => ({ data: [] }));
    const filter: Filter = { field: 'origin', op: 'eq', value: 'https://a.example' };
    expect(await readActivity(client, at(DAY, [filter]))).toMatchObject({
      step: 'day',
      labels: ['2026-03-02'],
    });
    expect(asked).toEqual([['days', DAY, {}]]);
  });

  it('weeks are the sums of their days over all projects', async () => {
    const { client } = scripted(() => ({ data: [] }));
    const { step, rows } = await readRevenue(client, at(between('2025-06-01', '2026-03-10')));
    expect(step).toBe('week');
    expect(rows).toEqual([
      { date: '2026-03-02', revenue: 2, volume: 20, before: 4 },
      { date: '2026-03-09', revenue: 1, volume: 10, before: 2 },
    ]);
  });
});

it('a range of a single day is shown as one day', () => {
  const described = (text: string) => describeRange(parseRange(text));
  expect(described('2026-11-20..2026-11-20')).toBe('2026-11-20');
  expect(described('2026-11-20..2026-11-21')).toBe('2026-11-20 to 2026-11-21');
});
