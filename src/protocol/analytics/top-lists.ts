// `GET /v0/top_pages`, `top_locations`, `top_wallets`, `top_chains`: what happened most, by one column.
import { type Infer, integer, number, object, oneOf, optional, string } from '../schema.js';
import { questionQuery, rowRange, visitCounts } from './analytics-answer.js';
import { filtersParameter } from './filters.js';

/** Query of the lists of pages, locations and chains. */
export const topListQuerySchema = object({ ...questionQuery, ...rowRange, ...filtersParameter });

/** What makes a wallet come first. */
export const WALLET_ORDERS = ['hits', 'sessions', 'revenue', 'volume', 'points'] as const;

/** Query of `GET /v0/top_wallets`. */
export const topWalletsQuerySchema = object({
  ...questionQuery,
  ...rowRange,
  ...filtersParameter,
  order_by: optional(oneOf(WALLET_ORDERS, { description: 'Largest first. Default: hits.' })),
});

/** Row of `GET /v0/top_pages`. */
export const topPagesRowSchema = object(
  {
    project_id: string(),
    page: string({ description: 'Path of the page.' }),
    ...visitCounts,
  },
  { title: 'TopPagesRow' },
);

/** Row of `GET /v0/top_locations`. */
export const topLocationsRowSchema = object(
  {
    project_id: string(),
    location: string({ description: 'Code of the country, ISO 3166, or Unknown.' }),
    ...visitCounts,
  },
  { title: 'TopLocationsRow' },
);

/** Row of `GET /v0/top_wallets`. */
export const topWalletsRowSchema = object(
  {
    project_id: string(),
    address: string(),
    hits: integer({ description: 'Events.' }),
    sessions: integer(),
    revenue: number(),
    volume: number(),
    points: number(),
  },
  { title: 'TopWalletsRow' },
);

/** Row of `GET /v0/top_chains`. */
export const topChainsRowSchema = object(
  {
    project_id: string(),
    chain_id: string(),
    hits: integer({ description: 'Events that name the chain.' }),
    transactions: integer({ description: 'Transactions that were confirmed.' }),
    wallets: integer(),
    revenue: number(),
    volume: number(),
  },
  { title: 'TopChainsRow' },
);

export type TopListQuery = Infer<typeof topListQuerySchema>;
export type TopWalletsQuery = Infer<typeof topWalletsQuerySchema>;
export type TopPagesRow = Infer<typeof topPagesRowSchema>;
export type TopLocationsRow = Infer<typeof topLocationsRowSchema>;
export type TopWalletsRow = Infer<typeof topWalletsRowSchema>;
export type TopChainsRow = Infer<typeof topChainsRowSchema>;
