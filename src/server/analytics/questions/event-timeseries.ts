// SQL of the number of events by day.
import type { Dimension } from '../../../protocol/analytics/dimensions.js';
import { eventsOf, ofDays, type Scope } from '../scope.js';
import { type Bind, type Statement, statement } from '../statement.js';
import { namedAs } from './empty-name.js';

/** So many values are shown by name; all others become Others (API document, event_timeseries). */
const TOP_VALUES = 100;

/** @param exclude types of events to leave out */
export const eventTimeseries = (
  scope: Scope,
  exclude: readonly string[],
  groupBy: Dimension | undefined,
): Statement =>
  statement((bind) =>
    groupBy === undefined ? byEvent(scope, exclude, bind) : byValue(scope, exclude, groupBy, bind),
  );

const without = (row: string, exclude: readonly string[], bind: Bind): string =>
  exclude.length === 0 ? '' : ` AND ${row}.type NOT IN ${bind(exclude, 'Array(String)')}`;

function byEvent(scope: Scope, exclude: readonly string[], bind: Bind): string {
  const isRaw = scope.filters.length > 0;
  const row = isRaw ? 'e' : 'd';
  return `SELECT ${isRaw ? 'e.utc_day' : 'd.date'} AS date,
  CAST(if(${row}.type IN ('track', 'decoded_log') AND ${row}.event != '', ${row}.event, ${row}.type), 'String') AS event_key,
  ${isRaw ? 'count()' : 'sum(d.hits)'} AS count
FROM ${isRaw ? eventsOf(scope, bind) : `events_daily AS d WHERE ${ofDays(scope, bind)}`}${without(row, exclude, bind)}
GROUP BY date, event_key
ORDER BY date, count DESC, event_key`;
}

function byValue(scope: Scope, exclude: readonly string[], groupBy: Dimension, bind: Bind): string {
  const further = (row: string) => without(row, exclude, bind);
  return `SELECT r.day AS date,
  if(r.place > ${TOP_VALUES}, 'Others', r.name) AS event_key,
  sum(r.hits) AS count
FROM (
  SELECT t.day AS day, t.name AS name, t.hits AS hits,
    dense_rank() OVER (ORDER BY t.total DESC, t.name) AS place
  FROM (
    SELECT c.day AS day, c.name AS name, c.hits AS hits, sum(c.hits) OVER (PARTITION BY c.name) AS total
    FROM ${dimensionByDay(scope, groupBy, bind, { empty: 'Direct', further })} AS c
  ) AS t
) AS r
GROUP BY date, event_key
ORDER BY date, count DESC, event_key`;
}

/**
 * Rows `project, day, name, hits, money, turnover`: the values of one dimension by day.
 *
 * @param empty the name of the empty value
 */
export function dimensionByDay(
  scope: Scope,
  dimension: Dimension,
  bind: Bind,
  { empty, further = () => '' }: { empty: string; further?: (row: string) => string },
): string {
  if (scope.filters.length === 0) {
    return `(SELECT d.project_id AS project, d.date AS day, ${namedAs('d.value', empty)} AS name,
    sum(d.hits) AS hits, sum(d.revenue) AS money, sum(d.volume) AS turnover
  FROM sources_daily AS d
  WHERE d.dimension = ${bind(dimension, 'String')} AND ${ofDays(scope, bind)}${further('d')}
  GROUP BY project, day, name)`;
  }
  const value =
    dimension === 'builder_codes'
      ? "CAST(arrayJoin(if(empty(e.builder_codes), [''], arrayDistinct(e.builder_codes))), 'String')"
      : `CAST(e.${dimension}, 'String')`;
  return `(SELECT e.project_id AS project, e.utc_day AS day, ${namedAs(value, empty)} AS name,
    count() AS hits, sum(e.revenue) AS money, sum(e.volume) AS turnover
  FROM ${eventsOf(scope, bind)}${further('e')}
  GROUP BY project, day, name)`;
}
