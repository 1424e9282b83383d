// The scope of a question (projects, days, filters), and the SQL that selects its events.
import { allOf } from './condition-sql.js';
import type { Condition } from './conditions.js';
import { addDays, type DateRange } from './date-range.js';
import type { Bind } from './statement.js';

/** The projects, days and conditions of a question. */
export interface Scope {
  readonly projectIds: readonly string[];
  readonly range: DateRange;
  readonly filters: readonly Condition[];
}

/** Which rows of a ranked list to return. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** FINAL merges the rows of an event that was stored twice: both have the same sorting key. */
export const EVENTS = 'events AS e FINAL';

/** Compared by hash, because ids compress badly: to read them costs more than all other columns together. */
export const HAS_SESSION = "e.session_hash != cityHash64('')";
export const HAS_ADDRESS = "e.address_hash != cityHash64('')";

export const ofProjects = ({ projectIds }: Scope, bind: Bind, table = 'e'): string =>
  `${table}.project_id IN ${bind(projectIds, 'Array(String)')}`;

/**
 * The project column of an answer, and its part of GROUP BY. A single project is a constant and needs no key:
 * grouping by one column is up to twice as fast.
 */
export const projectOf = (
  { projectIds }: Scope,
  table: 'd' | 'e' | 'v',
  bind: Bind,
): { readonly column: string; readonly key: '' | 'project_id, ' } =>
  projectIds.length === 1
    ? {
        column: `${bind(projectIds[0] ?? '', 'String')} AS project_id`,
        key: '',
      }
    : {
        column: `CAST(${table}.project_id, 'String') AS project_id`,
        key: 'project_id, ',
      };

/** The condition on the rollup rows `d`: the scope's projects and days. */
export const ofDays = (scope: Scope, bind: Bind): string =>
  `${ofProjects(scope, bind, 'd')}
  AND d.date >= ${bind(scope.range.from, 'Date')}
  AND d.date <= ${bind(scope.range.to, 'Date')}`;

/** The condition on the events `e`: the scope's projects, days and filters, without bots. */
export const ofScope = (scope: Scope, bind: Bind): string =>
  `${ofProjects(scope, bind)}
  AND e.is_bot = 0
  AND ${within(scope.range, bind)}
  AND ${allOf(scope.filters, bind)}`;

/**
 * The FROM clause of the events `e` with their conditions. Filters go into PREWHERE, before FINAL merges two
 * rows of one event, so that most other columns stay unread. Both rows have the same values except the
 * country, since a repeat may come from another network; so that filter goes into WHERE.
 */
export const eventsOf = (scope: Scope, bind: Bind): string => {
  const early = scope.filters.filter(({ field }) => field !== 'location');
  const late = scope.filters.filter(({ field }) => field === 'location');
  const prewhere = early.length === 0 ? '' : `\nPREWHERE e.is_bot = 0 AND ${allOf(early, bind)}`;
  return `${EVENTS}${prewhere}\nWHERE ${ofScope({ ...scope, filters: late }, bind)}`;
};

/** Events from the beginning of a day on. */
export const since = (day: string, bind: Bind): string => `e.utc_day >= ${bind(day, 'Date')}`;

/**
 * Whether the event `e` is on one of these days. It does not limit the blocks that are read; `within` does.
 */
export const onDays = ({ from, to }: DateRange, bind: Bind): string =>
  `${since(from, bind)} AND e.utc_day <= ${bind(to, 'Date')}`;

/**
 * The events of a range of days. The index on `timestamp` selects the blocks (`indexHint`), without reading
 * the timestamps: to decompress them costs more than all other comparisons.
 */
export const within = ({ from, to }: DateRange, bind: Bind): string => {
  const instant = (day: string) => bind(`${day} 00:00:00.000`, "DateTime64(3, 'UTC')");
  return `${onDays({ from, to }, bind)}
  AND indexHint(e.timestamp >= ${instant(from)} AND e.timestamp < ${instant(addDays(to, 1))})`;
};

export const pageOf = ({ limit, offset }: Page, bind: Bind): string =>
  `LIMIT ${bind(limit, 'UInt32')} OFFSET ${bind(offset, 'UInt32')}`;

/** The number of days of a range. */
export const daysOf = ({ from, to }: DateRange): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;

/** The period of equal length that ends the day before this one begins. */
export const previousRange = (range: DateRange): DateRange => ({
  from: addDays(range.from, -daysOf(range)),
  to: addDays(range.from, -1),
});
