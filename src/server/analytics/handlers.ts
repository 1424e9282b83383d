// The analytics operations of the API.
import type { analyticsRoutes } from '../../protocol/analytics/routes.js';
import type { ApiHandlers } from '../http/handlers.js';
import {
  readConversionWindow,
  readEntry,
  readFunnelSteps,
  readReturn,
  readStart,
} from './definitions.js';
import type { AnalyticsService } from './service.js';

type AnalyticsHandlers = Pick<ApiHandlers, keyof typeof analyticsRoutes>;

export const analyticsHandlers = (service: AnalyticsService): AnalyticsHandlers => ({
  topSources: ({ input, identity }) => service.topSources(input.query, identity.projectIds),
  topEvents: ({ input, identity }) => service.topEvents(input.query, identity.projectIds),
  topPages: ({ input, identity }) => service.topPages(input.query, identity.projectIds),
  topLocations: ({ input, identity }) => service.topLocations(input.query, identity.projectIds),
  topWallets: ({ input, identity }) => service.topWallets(input.query, identity.projectIds),
  topChains: ({ input, identity }) => service.topChains(input.query, identity.projectIds),
  eventTimeseries: ({ input, identity }) =>
    service.eventTimeseries(input.query, identity.projectIds),
  revenueOverview: ({ input, identity }) =>
    service.revenueOverview(input.query, identity.projectIds),
  revenueTimeseries: ({ input, identity }) =>
    service.revenueTimeseries(input.query, identity.projectIds),
  kpis: ({ input, identity }) => service.kpis(input.query, identity.projectIds),
  lifecycle: ({ input, identity }) => service.lifecycle(input.query, identity.projectIds),
  funnel: async ({ input: { query }, identity }) =>
    service.funnel(
      {
        steps: readFunnelSteps(query.steps),
        conversionWindow: optionally(readConversionWindow, query.conversion_window),
        type: query.funnel_type,
        groupBy: query.group_by,
      },
      query,
      identity.projectIds,
    ),
  retention: async ({ input: { query }, identity }) =>
    service.retention(
      {
        period: query.period,
        entry: optionally(readEntry, query.entry),
        comeBack: optionally(readReturn, query.return),
      },
      query,
      identity.projectIds,
    ),
  flow: async ({ input: { query }, identity }) =>
    service.flow(
      {
        start: optionally(readStart, query.start),
        maxSteps: query.max_steps,
        nodesPerStep: query.nodes_per_step,
      },
      query,
      identity.projectIds,
    ),
});

const optionally = <T>(read: (text: string) => T, text: string | undefined): T | undefined =>
  text === undefined ? undefined : read(text);
