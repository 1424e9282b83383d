// The visits of a scope as a subquery, one row each, with the source that their first event tells.
import { SESSION_FIELDS } from '../../../protocol/analytics/filters.js';
import { allOf, conditionSql } from '../condition-sql.js';
import type { Condition } from '../conditions.js';
import { addDays } from '../date-range.js';
import {
  EVENTS,
  HAS_ADDRESS,
  HAS_SESSION,
  ofDays,
  ofProjects,
  onDays,
  projectOf,
  type Scope,
  within,
} from '../scope.js';
import type { Bind } from '../statement.js';

/** The column of events for an entry column of the rollup (its name without `entry_`). */
const columnOf = (name: string): string => (name === 'page' ? 'e.page_path' : `e.${name}`);

const isAboutSession = ({ field }: Condition): boolean =>
  (SESSION_FIELDS as readonly string[]).includes(field);

/** With a filter on what happened, hits are all matching events, and not page views alone (decision N-48). */
const countsEverything = (filters: readonly Condition[]): boolean =>
  filters.some((filter) => !isAboutSession(filter) && filter.field !== 'page');

/** Distinct visitors of the visits `v`. */
export const VISITORS = 'uniqExactArray(v.visit_visitors)';

/**
 * Adds a day on both sides, where sessions are read as well: a session may pass midnight, and its source,
 * duration and bounce depend on all its events.
 */
const widened = (scope: Scope): Scope => ({
  ...scope,
  range: { from: addDays(scope.range.from, -1), to: addDays(scope.range.to, 1) },
});

/**
 * A subquery of rows `project_id, visit_source, visit_is_session, visit_hits, visit_pages, visit_events,
 * visit_visitors, visit_wallets, visit_started, visit_ended, visit_revenue, visit_volume`.
 *
 * A visit is a session; events without a session form a visit for each visitor and day. Counts cover the
 * scope's days alone, while source, pages, beginning and end are those of the whole session.
 *
 * @param source name of an entry column of `sessions_daily`, without `entry_`
 */
export function visits(scope: Scope, source: string, bind: Bind): string {
  const ofEvents = scope.filters.filter((filter) => !isAboutSession(filter));
  const write = ofEvents.length === 0 ? fromRollup : fromEvents;
  return write(scope, source, bind);
}

function fromRollup(scope: Scope, source: string, bind: Bind): string {
  const { from, to } = scope.range;
  const inRange = `d.date >= ${bind(from, 'Date')} AND d.date <= ${bind(to, 'Date')}`;
  const { column, key } = projectOf(scope, 'd', bind);
  const entry = (name: string) => `argMinMerge(d.entry_${name})`;
  const having = scope.filters.map(
    (filter) => ` AND (${conditionSql(filter, bind, (field) => entry(field))})`,
  );
  // Not `groupUniqArrayArray`: to build a set for each visit takes three times as long as a list with repeats.
  return `(SELECT ${column}, d.visit AS visit,
  ${entry(source)} AS visit_source,
  max(d.is_session) AS visit_is_session,
  sumIf(d.pageviews, ${inRange}) AS visit_hits,
  sum(d.pageviews) AS visit_pages,
  sumIf(d.events, ${inRange}) AS visit_events,
  groupArrayArrayIf(d.visitors, ${inRange}) AS visit_visitors,
  groupArrayArrayIf(d.wallets, ${inRange} AND notEmpty(d.wallets)) AS visit_wallets,
  min(d.started) AS visit_started,
  max(d.ended) AS visit_ended,
  sumIf(d.revenue, ${inRange}) AS visit_revenue,
  sumIf(d.volume, ${inRange}) AS visit_volume
FROM sessions_daily AS d
WHERE ${ofDays(widened(scope), bind)}
GROUP BY ${key}visit
HAVING countIf(${inRange}) > 0${having.join('')})`;
}

function fromEvents(scope: Scope, source: string, bind: Bind): string {
  const { range, filters } = scope;
  const { column, key } = projectOf(scope, 'e', bind);
  const ofEvents = filters.filter((filter) => !isAboutSession(filter));
  const entry = (name: string) => `argMin(CAST(${columnOf(name)}, 'String'), e.event_order)`;
  const having = filters
    .filter(isAboutSession)
    .map((filter) => ` AND (${conditionSql(filter, bind, (field) => entry(field))})`);
  const isPage = "e.type = 'page'";
  // The duration of a session and whether it bounced depend on all its events, not only on those that match.
  return `(WITH ${onDays(range, bind)} AS is_within, is_within AND ${allOf(ofEvents, bind)} AS matches
SELECT ${column},
  if(${HAS_SESSION}, e.session_hash, cityHash64(e.visitor_hash, e.utc_day)) AS visit,
  ${entry(source)} AS visit_source,
  max(${HAS_SESSION}) AS visit_is_session,
  countIf(matches${countsEverything(filters) ? '' : ` AND ${isPage}`}) AS visit_hits,
  countIf(${isPage}) AS visit_pages,
  countIf(matches) AS visit_events,
  groupUniqArrayIf(e.visitor_hash, matches) AS visit_visitors,
  groupUniqArrayIf(e.address_hash, matches AND ${HAS_ADDRESS}) AS visit_wallets,
  min(e.timestamp) AS visit_started,
  max(e.timestamp) AS visit_ended,
  sumIf(e.revenue, matches) AS visit_revenue,
  sumIf(e.volume, matches) AS visit_volume
FROM ${EVENTS}
WHERE ${ofProjects(scope, bind)} AND e.is_bot = 0
  AND ${within(widened(scope).range, bind)}
GROUP BY ${key}visit
HAVING visit_events > 0${having.join('')})`;
}
