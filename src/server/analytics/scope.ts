// Which events a question is about, and the SQL that leaves out all others.
import { allOf } from './condition-sql.js';
import type { Condition } from './conditions.js';
import { addDays, type DateRange } from './date-range.js';
import type { Bind } from './statement.js';

/** Whose events, of which days, under which conditions. */
export interface Scope {
  readonly projectIds: readonly string[];
  readonly range: DateRange;
  readonly filters: readonly Condition[];
}

/** The page of rows that a ranked question answers. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Events as they count: stored twice they are one, because the key of the table names them. */
export const EVENTS = 'events AS e FINAL';

/** By their hashes: an id is text that compresses badly, and reading it costs more than all the rest. */
export const HAS_SESSION = "e.session_hash != cityHash64('')";
export const HAS_ADDRESS = "e.address_hash != cityHash64('')";

export const ofProjects = ({ projectIds }: Scope, bind: Bind, table = 'e'): string =>
  `${table}.project_id IN ${bind(projectIds, 'Array(String)')}`;

/**
 * The project of an answer's row, and its place in the key. One project needs none: a key of one column
 * is grouped up to twice as fast.
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

/** The rollup rows `d` of the scope's projects and days. */
export const ofDays = (scope: Scope, bind: Bind): string =>
  `${ofProjects(scope, bind, 'd')}
  AND d.date >= ${bind(scope.range.from, 'Date')}
  AND d.date <= ${bind(scope.range.to, 'Date')}`;

/** The events `e` of people, in the scope's projects and days, under its filters. */
export const ofScope = (scope: Scope, bind: Bind): string =>
  `${ofProjects(scope, bind)}
  AND e.is_bot = 0
  AND ${within(scope.range, bind)}
  AND ${allOf(scope.filters, bind)}`;

/**
 * What to read of the events `e`, and the condition on them, as `FROM` takes it. Filters are compared while
 * rows are read, before two rows of one event become one: that leaves most of the other columns unread.
 * Both rows say the same, as the event says it; only the country may be that of another network.
 */
export const eventsOf = (scope: Scope, bind: Bind): string => {
  const early = scope.filters.filter(({ field }) => field !== 'location');
  const late = scope.filters.filter(({ field }) => field === 'location');
  const prewhere = early.length === 0 ? '' : `\nPREWHERE e.is_bot = 0 AND ${allOf(early, bind)}`;
  return `${EVENTS}${prewhere}\nWHERE ${ofScope({ ...scope, filters: late }, bind)}`;
};

/** Events from the beginning of a day on. */
export const since = (day: string, bind: Bind): string => `e.utc_day >= ${bind(day, 'Date')}`;

/** Whether an event `e` is of one of these days; what to read of the table, `within` says. */
export const onDays = ({ from, to }: DateRange, bind: Bind): string =>
  `${since(from, bind)} AND e.utc_day <= ${bind(to, 'Date')}`;

/**
 * Events of a range of days. The index over instants says which blocks to read, and the instants
 * themselves are not read: to unpack them costs more than to compare all the rest.
 */
export const within = ({ from, to }: DateRange, bind: Bind): string => {
  const instant = (day: string) => bind(`${day} 00:00:00.000`, "DateTime64(3, 'UTC')");
  return `${onDays({ from, to }, bind)}
  AND indexHint(e.timestamp >= ${instant(from)} AND e.timestamp < ${instant(addDays(to, 1))})`;
};

export const pageOf = ({ limit, offset }: Page, bind: Bind): string =>
  `LIMIT ${bind(limit, 'UInt32')} OFFSET ${bind(offset, 'UInt32')}`;

/** How many days it has. */
export const daysOf = ({ from, to }: DateRange): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;

/** The period of equal length that ends the day before this one begins. */
export const previousRange = (range: DateRange): DateRange & { readonly days: number } => ({
  from: addDays(range.from, -daysOf(range)),
  to: addDays(range.from, -1),
  days: daysOf(range),
});
