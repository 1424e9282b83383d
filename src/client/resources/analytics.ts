// `client.analytics`: questions on visits, wallets, events and revenue.
import type { AnalyticsFilter } from '../../protocol/analytics/filters.js';
import type { ConversionWindow, FunnelStep } from '../../protocol/analytics/funnel.js';
import type { RouteAnswer } from '../answers.js';
import type { ApiCall } from '../api-call.js';
import type { OperationAt, Operations, PlainAddress, QueryOf, Sent } from '../operations.js';
import { type CallOptions, merge, type Query } from '../options.js';
import { byRows, type PagedCall, pagedCall } from '../pages.js';

/** Parameters that the wire carries as text, and what they may be given as. */
interface RichParameters {
  readonly filters: Sent<AnalyticsFilter[]> | string;
  readonly steps: Sent<FunnelStep[]> | string;
  readonly conversion_window: ConversionWindow | string;
  readonly entry: Sent<FunnelStep> | string;
  readonly return: Sent<FunnelStep> | string;
  readonly start: Sent<FunnelStep> | string;
  readonly exclude: readonly string[] | string;
}

type Asked<Q> = {
  [K in keyof Q]: K extends keyof RichParameters ? RichParameters[K] | Exclude<Q[K], string> : Q[K];
};

type QuestionAddress = {
  [A in PlainAddress]: A extends `GET ${string}` ? A : never;
}[PlainAddress];

type Given<A extends string> = Asked<QueryOf<OperationAt<A>>>;
type Answer<A extends string> = RouteAnswer<OperationAt<A>>;

/** The query may be left out where nothing in it is required. */
type Arguments<Q> =
  Record<never, never> extends Q
    ? [query?: Q, options?: CallOptions]
    : [query: Q, options?: CallOptions];

type RowOf<T> = T extends { readonly data: readonly (infer Row)[] } ? Row : never;

export function createAnalytics({ call, defaultQuery }: Operations) {
  const question =
    <A extends QuestionAddress>(address: A) =>
    (...[query, options]: Arguments<Given<A>>): ApiCall<Answer<A>> =>
      call(address, { query: query as Query | undefined }, options);
  const list =
    <A extends QuestionAddress>(address: A) =>
    (...[query, options]: Arguments<Given<A>>): PagedCall<RowOf<Answer<A>>, Answer<A>> =>
      pagedCall(
        (asked: Query, rest) => call(address, { query: asked }, rest) as ApiCall<never>,
        // Merged already here: the answer contains neither offset nor limit, so the next page is
        // worked out from the query.
        [merge(defaultQuery, query as Query | undefined), options],
        byRows<never, Answer<A> & { readonly data: readonly never[] }, Query>(),
      );

  return {
    /** Where sessions came from: by referrer, campaign, device and the like. */
    topSources: list('GET /v0/top_sources'),
    /** Events by how often they happened. */
    topEvents: list('GET /v0/top_events'),
    topPages: list('GET /v0/top_pages'),
    /** Countries that sessions came from. */
    topLocations: list('GET /v0/top_locations'),
    topWallets: list('GET /v0/top_wallets'),
    topChains: list('GET /v0/top_chains'),
    /** How often events happened, day by day. */
    eventTimeseries: question('GET /v0/event_timeseries'),
    revenueOverview: question('GET /v0/revenue_overview'),
    /** Revenue and volume of one wallet. */
    revenueTimeseries: question('GET /v0/revenue_timeseries'),
    /** The figures at the top of a dashboard. */
    kpis: question('GET /v0/kpis'),
    /** How many visitors went through a sequence of steps. */
    funnel: question('GET /v0/funnel'),
    /** Of those who came, how many came back. */
    retention: question('GET /v0/retention'),
    /** New, returning, resurrected and dormant visitors. */
    lifecycle: question('GET /v0/lifecycle'),
    /** Which ways sessions take, step by step. */
    flow: question('GET /v0/flow'),
  };
}

export type Analytics = ReturnType<typeof createAnalytics>;
