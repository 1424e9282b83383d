// SQL of the key figures at the top of a dashboard.
import type { Kpi } from '../../../protocol/analytics/kpis.js';
import { ofDays, previousRange, type Scope } from '../scope.js';
import { type Bind, type Statement, statement } from '../statement.js';
import { VISITORS, visits } from './visits.js';

/** Aggregates over the visits `v`. Where there are no sessions, ratios are 0 and not null. */
const FIGURES: Readonly<Record<Kpi, string>> = {
  visitors: VISITORS,
  sessions: 'countIf(v.visit_is_session = 1)',
  wallets: 'uniqExactArray(v.visit_wallets)',
  hits: 'sum(v.visit_hits)',
  events: 'sum(v.visit_events)',
  bounce_rate:
    'countIf(v.visit_is_session = 1 AND v.visit_pages <= 1) / greatest(countIf(v.visit_is_session = 1), 1)',
  session_seconds:
    "sumIf(dateDiff('millisecond', v.visit_started, v.visit_ended), v.visit_is_session = 1) / 1000 / greatest(countIf(v.visit_is_session = 1), 1)",
  revenue: 'sum(v.visit_revenue)',
  volume: 'sum(v.visit_volume)',
};

const NAMES = Object.keys(FIGURES);

/**
 * The same figures over the rollup's rows `d`, for those that need no grouping by visit. Only valid without
 * filters, which would leave out some visits.
 */
const OF_ROWS: Readonly<Partial<Record<Kpi, string>>> = {
  visitors: 'uniqExactArray(d.visitors)',
  wallets: 'uniqExactArray(d.wallets)',
  hits: 'sum(d.pageviews)',
  events: 'sum(d.events)',
  revenue: 'sum(d.revenue)',
  volume: 'sum(d.volume)',
};

const named = (columns: Readonly<Record<string, string>>): string =>
  Object.entries(columns)
    .map(([name, sql]) => `${sql} AS ${name}`)
    .join(', ');

function figures(scope: Scope, bind: Bind): string {
  const all = `${visits(scope, 'referrer', bind)} AS v`;
  if (scope.filters.length > 0) return `(SELECT ${named(FIGURES)} FROM ${all})`;
  const ofVisits = Object.entries(FIGURES).filter(([name]) => !(name in OF_ROWS));
  const either = NAMES.map((name) => [name, `${name in OF_ROWS ? 'r' : 's'}.${name}`]);
  return `(SELECT ${named(Object.fromEntries(either))}
FROM (SELECT ${named(OF_ROWS)} FROM sessions_daily AS d WHERE ${ofDays(scope, bind)}) AS r
CROSS JOIN (SELECT ${named(Object.fromEntries(ofVisits))} FROM ${all}) AS s)`;
}

export const kpis = (scope: Scope, includesPrevious: boolean): Statement =>
  statement((bind) => {
    const columns = NAMES.map((name) => `c.${name} AS ${name}`);
    if (!includesPrevious) return `SELECT ${columns.join(', ')} FROM ${figures(scope, bind)} AS c`;
    const previous: Scope = { ...scope, range: previousRange(scope.range) };
    const both = NAMES.map((name) => `c.${name} AS ${name}_current, p.${name} AS ${name}_previous`);
    return `SELECT ${[...columns, ...both].join(', ')}
FROM ${figures(scope, bind)} AS c
CROSS JOIN ${figures(previous, bind)} AS p`;
  });
