// One request to each analytics endpoint, some also with a grouping or a filter.
import { BENCH_PROJECT } from './generate-events.mjs';

const STEPS = [
  { type: 'event', event: 'page' },
  { type: 'event', event: 'connect' },
  { type: 'track', event: 'swap' },
];
const FILTERS = JSON.stringify([{ field: 'device', op: 'eq', value: 'mobile' }]);

/** The requests by name. `asked` holds the days, and `address` is a wallet with many events. */
export const analyticsQuestions = (service, { asked, address }) => {
  const projects = [BENCH_PROJECT];
  return {
    top_sources: () => service.topSources(asked, projects),
    'top_sources referrer_url': () =>
      service.topSources({ ...asked, metric_column: 'referrer_url' }, projects),
    top_events: () => service.topEvents(asked, projects),
    'top_events filtered': () => service.topEvents({ ...asked, filters: FILTERS }, projects),
    top_pages: () => service.topPages(asked, projects),
    top_locations: () => service.topLocations(asked, projects),
    top_wallets: () => service.topWallets(asked, projects),
    top_chains: () => service.topChains(asked, projects),
    event_timeseries: () => service.eventTimeseries(asked, projects),
    'event_timeseries by referrer': () =>
      service.eventTimeseries({ ...asked, group_by: 'referrer' }, projects),
    revenue_overview: () => service.revenueOverview(asked, projects),
    'revenue_overview by ref': () =>
      service.revenueOverview({ ...asked, group_by: 'ref' }, projects),
    revenue_timeseries: () => service.revenueTimeseries({ ...asked, address }, projects),
    kpis: () => service.kpis(asked, projects),
    funnel: () => service.funnel({ steps: STEPS }, asked, projects),
    retention: () => service.retention({ period: 'week' }, asked, projects),
    lifecycle: () => service.lifecycle({ ...asked, period: 'week' }, projects),
    flow: () => service.flow({}, asked, projects),
  };
};
