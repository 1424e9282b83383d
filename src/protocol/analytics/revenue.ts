// `GET /v0/revenue_overview` and `GET /v0/revenue_timeseries`.
import { REVENUE_LIMIT } from '../limits.js';
import {
  boolean,
  type Infer,
  integer,
  number,
  object,
  oneOf,
  optional,
  string,
} from '../schema.js';
import { askedColumns, questionQuery } from './analytics-answer.js';
import { DIMENSIONS } from './dimensions.js';
import { filtersParameter } from './filters.js';

/** Query of `GET /v0/revenue_overview`. */
export const revenueOverviewQuerySchema = object({
  ...questionQuery,
  ...filtersParameter,
  group_by: optional(oneOf(DIMENSIONS, { description: 'Column to group by.' })),
  limit: optional(
    integer({ ...REVENUE_LIMIT, description: 'Maximum number of groups; the rest is Others.' }),
  ),
  rank_by: optional(
    oneOf(['revenue', 'volume'], {
      description: 'By which figure groups are ranked. Default: revenue.',
    }),
  ),
  include_previous_period: optional(
    boolean({
      description:
        'Set each day beside the same day of the period of equal length that ends the day before `date_from`.',
    }),
  ),
});

/** Row of `GET /v0/revenue_overview`; with `group_by` one column is named like it. */
export const revenueOverviewRowSchema = object(
  {
    date: string({ format: 'date' }),
    project_id: string(),
    ...askedColumns(DIMENSIONS),
    revenue: number(),
    volume: number(),
    revenue_current: optional(number()),
    revenue_previous: optional(number()),
    volume_current: optional(number()),
    volume_previous: optional(number()),
  },
  { title: 'RevenueOverviewRow' },
);

/** Query of `GET /v0/revenue_timeseries`. */
export const revenueTimeseriesQuerySchema = object({
  ...questionQuery,
  address: string({ minLength: 1, maxLength: 128, description: 'The wallet: EVM or Solana.' }),
});

/** Row of `GET /v0/revenue_timeseries`. */
export const revenueTimeseriesRowSchema = object(
  {
    date: string({ format: 'date' }),
    event: string({ description: 'Name of the event, or its type when it has none.' }),
    page_path: string(),
    referrer: string(),
    utm_source: string(),
    revenue: number(),
    volume: number(),
  },
  { title: 'RevenueTimeseriesRow' },
);

export type RevenueOverviewQuery = Infer<typeof revenueOverviewQuerySchema>;
export type RevenueOverviewRow = Infer<typeof revenueOverviewRowSchema>;
export type RevenueTimeseriesQuery = Infer<typeof revenueTimeseriesQuerySchema>;
export type RevenueTimeseriesRow = Infer<typeof revenueTimeseriesRowSchema>;
