// The analytics operations.
import { apiKey, type Route } from '../route.js';
import type { Schema } from '../schema.js';
import { analyticsAnswer } from './analytics-answer.js';
import { eventTimeseriesQuerySchema, eventTimeseriesRowSchema } from './event-timeseries.js';
import { flowQuerySchema, flowRowSchema } from './flow.js';
import { funnelQuerySchema, funnelRowSchema } from './funnel.js';
import { kpisQuerySchema, kpisRowSchema } from './kpis.js';
import {
  lifecycleQuerySchema,
  lifecycleRowSchema,
  retentionQuerySchema,
  retentionRowSchema,
} from './retention.js';
import {
  revenueOverviewQuerySchema,
  revenueOverviewRowSchema,
  revenueTimeseriesQuerySchema,
  revenueTimeseriesRowSchema,
} from './revenue.js';
import { topEventsQuerySchema, topEventsRowSchema } from './top-events.js';
import {
  topChainsRowSchema,
  topListQuerySchema,
  topLocationsRowSchema,
  topPagesRowSchema,
  topWalletsQuerySchema,
  topWalletsRowSchema,
} from './top-lists.js';
import { topSourcesQuerySchema, topSourcesRowSchema } from './top-sources.js';

/** An analytics question: all of them are read with one scope and answered in one shape. */
const question = <P extends string, Q, R>(
  path: P,
  summary: string,
  shapes: { query: Schema<Q>; row: Schema<R> },
) =>
  ({
    method: 'GET',
    path: `/v0/${path}` as const,
    tag: 'Analytics',
    summary,
    credential: apiKey('query:read'),
    query: shapes.query,
    status: 200,
    answer: analyticsAnswer(shapes.row),
    errors: ['BAD_REQUEST', 'NOT_FOUND'],
  }) as const;

export const analyticsRoutes = {
  topSources: question('top_sources', 'Top sources of sessions.', {
    query: topSourcesQuerySchema,
    row: topSourcesRowSchema,
  }),
  topEvents: question('top_events', 'Top events by count.', {
    query: topEventsQuerySchema,
    row: topEventsRowSchema,
  }),
  topPages: question('top_pages', 'Top pages by views.', {
    query: topListQuerySchema,
    row: topPagesRowSchema,
  }),
  topLocations: question('top_locations', 'Top countries of sessions.', {
    query: topListQuerySchema,
    row: topLocationsRowSchema,
  }),
  topWallets: question('top_wallets', 'Top wallets by activity.', {
    query: topWalletsQuerySchema,
    row: topWalletsRowSchema,
  }),
  topChains: question('top_chains', 'Top chains by events.', {
    query: topListQuerySchema,
    row: topChainsRowSchema,
  }),
  eventTimeseries: question('event_timeseries', 'How often events happened, day by day.', {
    query: eventTimeseriesQuerySchema,
    row: eventTimeseriesRowSchema,
  }),
  revenueOverview: question('revenue_overview', 'Revenue and volume, day by day.', {
    query: revenueOverviewQuerySchema,
    row: revenueOverviewRowSchema,
  }),
  revenueTimeseries: question('revenue_timeseries', 'Revenue and volume of one wallet.', {
    query: revenueTimeseriesQuerySchema,
    row: revenueTimeseriesRowSchema,
  }),
  kpis: question('kpis', 'The figures at the top of a dashboard.', {
    query: kpisQuerySchema,
    row: kpisRowSchema,
  }),
  funnel: question('funnel', 'How many visitors went through a sequence of steps.', {
    query: funnelQuerySchema,
    row: funnelRowSchema,
  }),
  retention: question('retention', 'How many visitors came back, by cohort.', {
    query: retentionQuerySchema,
    row: retentionRowSchema,
  }),
  lifecycle: question('lifecycle', 'New, returning, resurrected and dormant visitors.', {
    query: lifecycleQuerySchema,
    row: lifecycleRowSchema,
  }),
  flow: question('flow', 'Which paths sessions take, step by step.', {
    query: flowQuerySchema,
    row: flowRowSchema,
  }),
} as const satisfies Record<string, Route>;
