// Reads events and revenue over time. Hours come from the query operation, days and weeks from analytics.
import type { Chaintrail } from '../../client/chaintrail.js';
import { PermissionDeniedError, RateLimitError } from '../../client/errors.js';
import type { CallOptions } from '../../client/options.js';
import { overProjects } from '../format/over-projects.js';
import { filtersSql, IN_DAYS_SQL, ofProjectSql } from './filter-sql.js';
import type { Filter } from './place.js';
import type { Scope } from './scope.js';
import { daysBefore, eachStep, stepAt, stepOf, stepOfDays, type TimeStep } from './time-steps.js';

export interface Asked {
  readonly days: Scope['days'];
  readonly query: Scope['query'];
  readonly filters: readonly Filter[];
}

export interface Steps<Row> {
  readonly step: TimeStep;
  /** One for every step, also for steps without a row. */
  readonly labels: readonly string[];
  readonly rows: readonly Row[];
}

export type ActivityRow = {
  readonly date: string;
  readonly event_key: string;
  readonly count: number;
};

export interface RevenueRow {
  readonly date: string;
  readonly revenue: number;
  readonly volume: number;
  readonly before: number;
}

/** Bounds the answer by hours: two days have 48 of them, each with a row for every name of an event. */
const MOST_ROWS = 20_000;

// No alias in these queries may equal the name of a column: in a filter on `revenue`, ClickHouse would take that
// name for the sum.

const activityQuery = (conditions: string) =>
  `SELECT toStartOfHour(timestamp) AS hour, count() AS times,
  if(type IN ('track', 'decoded_log') AND event != '', event, type) AS name
  FROM events WHERE ${IN_DAYS_SQL}${conditions} GROUP BY hour, name ORDER BY hour LIMIT ${MOST_ROWS}`;

const revenueQuery = (conditions: string) =>
  `SELECT toStartOfHour(timestamp) AS hour, sum(ifNull(revenue, 0)) AS money,
  sum(ifNull(volume, 0)) AS turnover FROM events WHERE ${IN_DAYS_SQL}${conditions}
  GROUP BY hour ORDER BY hour LIMIT ${MOST_ROWS}`;

/**
 * Reads by hour. @returns undefined where days must be shown instead: the range is too long, a filter cannot be
 * written in SQL, the key may not query, or the workspace has too many queries or requests running
 */
async function inHours<T>(asked: Asked, read: (conditions: string) => Promise<T>) {
  const conditions = filtersSql(asked.filters);
  if (stepOf(asked.days) !== 'hour' || conditions === undefined) return undefined;
  try {
    return await read(`${ofProjectSql(asked.query.project_id)}${conditions}`);
  } catch (error) {
    if (error instanceof RateLimitError || error instanceof PermissionDeniedError) return undefined;
    throw error;
  }
}

export async function readActivity(
  client: Chaintrail,
  asked: Asked,
  options: CallOptions = {},
): Promise<Steps<ActivityRow>> {
  const { days, query } = asked;
  const hours = await inHours(asked, (conditions) =>
    client.query.run<HourRow>(activityQuery(conditions), { ...days, ...options }),
  );
  if (hours !== undefined) {
    const rows = hours.data.map(({ hour: date, times: count, name: event_key }) => ({
      date,
      count,
      event_key,
    }));
    return { step: 'hour', labels: eachStep('hour', days), rows };
  }
  const step = stepOfDays(days);
  const { data } = await client.analytics.eventTimeseries(query, options);
  const rows = data.map((row) => ({ ...row, date: stepAt(step, row.date) }));
  return { step, labels: eachStep(step, days), rows };
}

interface HourRow {
  readonly hour: string;
  readonly times: number;
  readonly name: string;
}

interface MoneyRow {
  readonly hour: string;
  readonly money: number;
  readonly turnover: number;
}

async function revenueHours(
  client: Chaintrail,
  { days }: Asked,
  conditions: string,
  o: CallOptions,
) {
  const earlier = daysBefore(days);
  const { data } = await client.query.run<MoneyRow>(revenueQuery(conditions), {
    date_from: earlier.date_from,
    date_to: days.date_to,
    ...o,
  });
  const byHour = new Map(data.map((row) => [row.hour, row]));
  const labels = eachStep('hour', days);
  const before = eachStep('hour', earlier);
  const rows = labels.map((date, at) => ({
    date,
    revenue: byHour.get(date)?.money ?? 0,
    volume: byHour.get(date)?.turnover ?? 0,
    before: byHour.get(before[at] ?? '')?.money ?? 0,
  }));
  return { step: 'hour' as const, labels, rows };
}

export async function readRevenue(
  client: Chaintrail,
  asked: Asked,
  options: CallOptions = {},
): Promise<Steps<RevenueRow>> {
  const hours = await inHours(asked, (conditions) =>
    revenueHours(client, asked, conditions, options),
  );
  if (hours !== undefined) return hours;
  const step = stepOfDays(asked.days);
  const question = { ...asked.query, include_previous_period: true };
  const { data } = await client.analytics.revenueOverview(question, options);
  const rows = data.map(({ date, revenue, volume, revenue_previous: before = 0 }) => ({
    date: stepAt(step, date),
    revenue,
    volume,
    before,
  }));
  const merged = overProjects(rows, ({ date }) => date);
  return { step, labels: merged.map(({ date }) => date), rows: merged };
}
