// SQL of the figures at the top of a dashboard.
import type { Kpi } from '../../../protocol/analytics/kpis.js';
import { previousRange, type Scope } from '../scope.js';
import { type Bind, type Statement, statement } from '../statement.js';
import { VISITORS, visits } from './visits.js';

/** Of the visits `v`. What no session says is 0, not a missing value. */
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

const figures = (scope: Scope, bind: Bind): string =>
  `(SELECT ${Object.entries(FIGURES)
    .map(([name, sql]) => `${sql} AS ${name}`)
    .join(', ')} FROM ${visits(scope, 'referrer', bind)} AS v)`;

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
