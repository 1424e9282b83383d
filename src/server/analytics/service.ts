// The analytics questions: fills in defaults, checks bounds, and asks the store.

import type {
  EventTimeseriesQuery,
  EventTimeseriesRow,
} from '../../protocol/analytics/event-timeseries.js';
import { analyticsFiltersSchema } from '../../protocol/analytics/filters.js';
import type { FlowRow } from '../../protocol/analytics/flow.js';
import type { FunnelRow } from '../../protocol/analytics/funnel.js';
import type { KpisQuery, KpisRow } from '../../protocol/analytics/kpis.js';
import type {
  LifecycleQuery,
  LifecycleRow,
  RetentionRow,
} from '../../protocol/analytics/retention.js';
import type {
  RevenueOverviewQuery,
  RevenueOverviewRow,
  RevenueTimeseriesQuery,
  RevenueTimeseriesRow,
} from '../../protocol/analytics/revenue.js';
import type { TopEventsQuery, TopEventsRow } from '../../protocol/analytics/top-events.js';
import type {
  TopChainsRow,
  TopListQuery,
  TopLocationsRow,
  TopPagesRow,
  TopWalletsQuery,
  TopWalletsRow,
} from '../../protocol/analytics/top-lists.js';
import type { TopSourcesQuery, TopSourcesRow } from '../../protocol/analytics/top-sources.js';
import { EVENT_TYPES } from '../../protocol/event-types.js';
import {
  ANALYTICS_LIMIT,
  ANALYTICS_OFFSET,
  FLOW_NODES,
  FLOW_STEPS,
  REVENUE_LIMIT,
} from '../../protocol/limits.js';
import { readableProjects } from '../projects.js';
import { type AnalyticsAnswer, answer } from './answer.js';
import { readFilters } from './conditions.js';
import { dateRange, withoutFuture } from './date-range.js';
import {
  conversionWindowMs,
  type FlowDefinition,
  type FunnelDefinition,
  type RetentionDefinition,
} from './definitions.js';
import { invalidParameter } from './invalid-parameter.js';
import { readStep } from './questions/steps.js';
import { createJsonReader } from './read-json.js';
import type { Page, Scope } from './scope.js';
import type { AnalyticsStore } from './store.js';
import { waysToWrite } from './wallet-address.js';

/** The parameters that all questions share, as they are asked. */
export interface AskedScope {
  readonly date_from?: string | undefined;
  readonly date_to?: string | undefined;
  /** One of the caller's projects; default: all of them. */
  readonly project_id?: string | undefined;
  /** JSON text of a list of filters. */
  readonly filters?: string | undefined;
}

type Answer<Row> = Promise<AnalyticsAnswer<Row>>;
type ProjectIds = readonly string[];

/**
 * Every question reads only the projects that it is given. All throw DomainError: INVALID_VALIDATION_REQUEST
 * for an invalid question, NOT_FOUND for a project that is not among the given ones.
 */
export interface AnalyticsService {
  topSources(query: TopSourcesQuery, projectIds: ProjectIds): Answer<TopSourcesRow>;
  topEvents(query: TopEventsQuery, projectIds: ProjectIds): Answer<TopEventsRow>;
  topPages(query: TopListQuery, projectIds: ProjectIds): Answer<TopPagesRow>;
  topLocations(query: TopListQuery, projectIds: ProjectIds): Answer<TopLocationsRow>;
  topWallets(query: TopWalletsQuery, projectIds: ProjectIds): Answer<TopWalletsRow>;
  topChains(query: TopListQuery, projectIds: ProjectIds): Answer<TopChainsRow>;
  eventTimeseries(query: EventTimeseriesQuery, projectIds: ProjectIds): Answer<EventTimeseriesRow>;
  revenueOverview(query: RevenueOverviewQuery, projectIds: ProjectIds): Answer<RevenueOverviewRow>;
  revenueTimeseries(
    query: RevenueTimeseriesQuery,
    projectIds: ProjectIds,
  ): Answer<RevenueTimeseriesRow>;
  kpis(query: KpisQuery, projectIds: ProjectIds): Answer<KpisRow>;
  lifecycle(query: LifecycleQuery, projectIds: ProjectIds): Answer<LifecycleRow>;
  /** The charts of boards use these three questions as well. */
  funnel(
    definition: FunnelDefinition,
    asked: AskedScope,
    projectIds: ProjectIds,
  ): Answer<FunnelRow>;
  retention(
    definition: RetentionDefinition,
    asked: AskedScope,
    projectIds: ProjectIds,
  ): Answer<RetentionRow>;
  flow(definition: FlowDefinition, asked: AskedScope, projectIds: ProjectIds): Answer<FlowRow>;
}

/** @param now milliseconds since 1970; default: the clock */
export function createAnalyticsService(
  store: AnalyticsStore,
  now: () => number = Date.now,
): AnalyticsService {
  const scopeOf = (asked: AskedScope, projectIds: ProjectIds): Scope => ({
    projectIds: readableProjects(asked.project_id, projectIds),
    range: dateRange(asked, now()),
    filters: asked.filters === undefined ? [] : readFilters(parseFilters(asked.filters), FILTERS),
  });
  return {
    ...lists(store, scopeOf),
    ...series(store, scopeOf, now),
    ...behaviour(store, scopeOf, now),
  };
}

const FILTERS = 'query.filters';
const parseFilters = createJsonReader(FILTERS, analyticsFiltersSchema);

type ScopeOf = (asked: AskedScope, projectIds: ProjectIds) => Scope;

const pageOf = (query: { limit?: number | undefined; offset?: number | undefined }): Page => ({
  limit: query.limit ?? ANALYTICS_LIMIT.default,
  offset: query.offset ?? ANALYTICS_OFFSET.default,
});

/** Leaves out future days: on them, every visitor would wrongly count as absent. */
const pastOf = (scope: Scope, now: number): Scope => ({
  ...scope,
  range: withoutFuture(scope.range, now),
});

const lists = (store: AnalyticsStore, scopeOf: ScopeOf) =>
  ({
    topSources: async (query, ids) =>
      answer(
        await store.topSources(
          scopeOf(query, ids),
          pageOf(query),
          query.metric_column ?? 'referrer',
        ),
      ),
    topEvents: async (query, ids) =>
      answer(
        await store.topEvents(scopeOf(query, ids), {
          ...pageOf(query),
          onlyCustom: query.type === 'custom',
        }),
      ),
    topPages: async (query, ids) =>
      answer(await store.topPages(scopeOf(query, ids), pageOf(query))),
    topLocations: async (query, ids) =>
      answer(await store.topSources(scopeOf(query, ids), pageOf(query), 'location')),
    topWallets: async (query, ids) =>
      answer(
        await store.topWallets(scopeOf(query, ids), {
          ...pageOf(query),
          orderBy: query.order_by ?? 'hits',
        }),
      ),
    topChains: async (query, ids) =>
      answer(await store.topChains(scopeOf(query, ids), pageOf(query))),
  }) satisfies Partial<AnalyticsService>;

const series = (store: AnalyticsStore, scopeOf: ScopeOf, now: () => number) =>
  ({
    eventTimeseries: async (query, ids) =>
      answer(
        await store.eventTimeseries(scopeOf(query, ids), readTypes(query.exclude), query.group_by),
      ),
    revenueOverview: async (query, ids) =>
      answer(
        await store.revenueOverview(scopeOf(query, ids), {
          groupBy: query.group_by,
          limit: query.limit ?? REVENUE_LIMIT.default,
          rankBy: query.rank_by ?? 'revenue',
          includesPrevious: query.include_previous_period ?? false,
        }),
      ),
    revenueTimeseries: async (query, ids) => {
      const { address, ...asked } = query;
      return answer(await store.revenueTimeseries(scopeOf(asked, ids), waysToWrite(address)));
    },
    kpis: async (query, ids) =>
      answer(await store.kpis(scopeOf(query, ids), query.include_previous_period ?? false)),
    lifecycle: async (query, ids) =>
      answer(await store.lifecycle(pastOf(scopeOf(query, ids), now()), query.period ?? 'day')),
  }) satisfies Partial<AnalyticsService>;

const behaviour = (store: AnalyticsStore, scopeOf: ScopeOf, now: () => number) =>
  ({
    funnel: async ({ steps, conversionWindow, type = 'closed', groupBy }, asked, ids) =>
      answer(
        await store.funnel(scopeOf(asked, ids), {
          steps: steps.map((step, at) => readStep(step, { param: 'query.steps', path: `${at}.` })),
          type,
          windowMs: conversionWindowMs(conversionWindow),
          groupBy,
        }),
      ),
    retention: async ({ period = 'day', entry, comeBack }, asked, ids) =>
      answer(
        await store.retention(pastOf(scopeOf(asked, ids), now()), {
          period,
          entry: entry && readStep(entry, { param: 'query.entry', path: '' }),
          comeBack: comeBack && readStep(comeBack, { param: 'query.return', path: '' }),
        }),
      ),
    flow: async ({ start, maxSteps, nodesPerStep }, asked, ids) =>
      answer(
        await store.flow(scopeOf(asked, ids), {
          start: start && readStep(start, { param: 'query.start', path: '' }),
          maxSteps: maxSteps ?? FLOW_STEPS.default,
          nodesPerStep: nodesPerStep ?? FLOW_NODES.default,
        }),
      ),
  }) satisfies Partial<AnalyticsService>;

/** Reads a list of event types, separated by commas. */
function readTypes(text = ''): readonly string[] {
  const types = text.split(',').map((type) => type.trim());
  const known: readonly string[] = EVENT_TYPES;
  const unknown = types.filter((type) => type !== '' && !known.includes(type));
  if (unknown.length > 0) {
    const message = `must be a list of ${known.join(', ')}; ${JSON.stringify(unknown[0])} is not one of them`;
    throw invalidParameter('query.exclude', '', message);
  }
  return types.filter((type) => type !== '');
}
