// SQL of revenue and volume.
import type { Dimension } from '../../../protocol/analytics/dimensions.js';
import { plainNumberSql } from '../../database/analytics/plain-number-sql.js';
import { daysOf, EVENTS, ofDays, ofScope, previousRange, type Scope } from '../scope.js';
import { type Bind, type Statement, statement } from '../statement.js';
import { emptyName } from './empty-name.js';
import { dimensionByDay } from './event-timeseries.js';

export interface RevenueQuestion {
  readonly groupBy: Dimension | undefined;
  /** Most groups that are shown by name; the rest become Others. */
  readonly limit: number;
  readonly rankBy: 'revenue' | 'volume';
  readonly includesPrevious: boolean;
}

/** Sums are computed in double precision, and returned as Float32 like the API's type. */
const FIGURES = `toFloat32(sum(c.money)) AS revenue, toFloat32(sum(c.turnover)) AS volume`;
const BOTH = `toFloat32(sum(c.money)) AS revenue_current, toFloat32(sum(c.old_money)) AS revenue_previous,
  toFloat32(sum(c.turnover)) AS volume_current, toFloat32(sum(c.old_turnover)) AS volume_previous`;

export const revenueOverview = (scope: Scope, question: RevenueQuestion): Statement =>
  statement((bind) => {
    const figures = question.includesPrevious ? `${FIGURES},\n  ${BOTH}` : FIGURES;
    return question.groupBy === undefined
      ? byDay(scope, question, figures, bind)
      : byGroup(scope, question, question.groupBy, figures, bind);
  });

/** The scope, extended by the previous period if that is asked for. */
const widened = (scope: Scope, { includesPrevious }: RevenueQuestion): Scope =>
  includesPrevious
    ? { ...scope, range: { from: previousRange(scope.range).from, to: scope.range.to } }
    : scope;

/** Moves the figures of the previous period to the scope's days, into the columns `old_…`. */
const aligned = (source: string, { range }: Scope, bind: Bind): string => {
  const isOld = `a.day < ${bind(range.from, 'Date')}`;
  return `SELECT a.project AS project, a.name AS name,
    if(${isOld}, addDays(a.day, ${bind(daysOf(range), 'UInt32')}), a.day) AS day,
    if(${isOld}, 0, a.money) AS money, if(${isOld}, 0, a.turnover) AS turnover,
    if(${isOld}, a.money, 0) AS old_money, if(${isOld}, a.turnover, 0) AS old_turnover
  FROM ${source} AS a`;
};

function byDay(scope: Scope, question: RevenueQuestion, figures: string, bind: Bind): string {
  const wide = widened(scope, question);
  const isRaw = scope.filters.length > 0;
  const row = isRaw ? 'e' : 'd';
  const daily = `(SELECT ${row}.project_id AS project, '' AS name,
    ${isRaw ? 'e.utc_day' : 'd.date'} AS day,
    sum(${row}.revenue) AS money, sum(${row}.volume) AS turnover
  FROM ${isRaw ? EVENTS : 'events_daily AS d'}
  WHERE ${isRaw ? ofScope(wide, bind) : ofDays(wide, bind)}
  GROUP BY project, day)`;
  // Days without events must be rows as well (decision N-50).
  const empty = `SELECT arrayJoin(${bind(scope.projectIds, 'Array(String)')}) AS project, '' AS name,
    addDays(${bind(scope.range.from, 'Date')}, arrayJoin(range(${bind(daysOf(scope.range), 'UInt32')}))) AS day,
    0 AS money, 0 AS turnover, 0 AS old_money, 0 AS old_turnover`;
  return `SELECT c.day AS date, CAST(c.project, 'String') AS project_id, ${figures}
FROM (${aligned(daily, scope, bind)}
  UNION ALL ${empty}) AS c
GROUP BY date, project_id
ORDER BY date, project_id`;
}

function byGroup(
  scope: Scope,
  question: RevenueQuestion,
  groupBy: Dimension,
  figures: string,
  bind: Bind,
): string {
  const { rankBy, limit } = question;
  const rank = rankBy === 'revenue' ? 'money' : 'turnover';
  const source = dimensionByDay(widened(scope, question), groupBy, bind, {
    empty: emptyName(groupBy),
  });
  return `SELECT c.day AS date, CAST(c.project, 'String') AS project_id,
  if(c.place > ${bind(limit, 'UInt32')}, 'Others', c.name) AS ${groupBy},
  ${figures}
FROM (
  SELECT t.*, dense_rank() OVER (ORDER BY ${plainNumberSql('t.total')} DESC, t.name) AS place
  FROM (
    SELECT b.*, sum(b.${rank}) OVER (PARTITION BY b.name) AS total
    FROM (${aligned(source, scope, bind)}) AS b
    WHERE b.money != 0 OR b.turnover != 0 OR b.old_money != 0 OR b.old_turnover != 0
  ) AS t
) AS c
GROUP BY date, project_id, ${groupBy}
ORDER BY date, ${rankBy} DESC, ${groupBy}, project_id`;
}

/** @param addresses the spellings in which the wallet's address may be stored */
export const revenueTimeseries = (scope: Scope, addresses: readonly string[]): Statement =>
  statement(
    (bind) => `SELECT e.utc_day AS date,
  CAST(if(e.event != '', e.event, e.type), 'String') AS event,
  CAST(e.page_path, 'String') AS page_path,
  CAST(e.referrer, 'String') AS referrer,
  CAST(e.utm_source, 'String') AS utm_source,
  toFloat32(sum(e.revenue)) AS revenue,
  toFloat32(sum(e.volume)) AS volume
FROM ${EVENTS}
PREWHERE e.revenue != 0 OR e.volume != 0
WHERE ${ofScope(scope, bind)}
  AND e.address IN ${bind(addresses, 'Array(String)')}
GROUP BY date, event, page_path, referrer, utm_source
ORDER BY date, revenue DESC, volume DESC, event, page_path, referrer, utm_source`,
  );
