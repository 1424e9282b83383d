// SQL of the lists of pages, wallets and chains.
import type { WALLET_ORDERS } from '../../../protocol/analytics/top-lists.js';
import { plainNumberSql } from '../../database/analytics/plain-number-sql.js';
import {
  EVENTS,
  eventsOf,
  HAS_ADDRESS,
  HAS_SESSION,
  ofDays,
  ofScope,
  type Page,
  pageOf,
  projectOf,
  type Scope,
} from '../scope.js';
import { type Statement, statement } from '../statement.js';

/** A filter on one of these fields is about events: then all that match count, else page views (decision N-48). */
const NOT_PAGES: readonly string[] = ['event', 'type', 'volume', 'revenue', 'points'];

export const topPages = (scope: Scope, page: Page): Statement =>
  statement((bind) => {
    const isAboutEvents = scope.filters.some(({ field }) => NOT_PAGES.includes(field));
    const { column, key } = projectOf(scope, 'e', bind);
    return `SELECT ${column},
  CAST(e.page_path, 'String') AS page,
  count() AS hits,
  uniqExactIf(e.session_hash, ${HAS_SESSION}) AS sessions,
  uniqExact(e.visitor_hash) AS visitors
FROM ${eventsOf(scope, bind)} AND e.page_path != ''${isAboutEvents ? '' : " AND e.type = 'page'"}
GROUP BY ${key}e.page_path
ORDER BY hits DESC, page, project_id
${pageOf(page, bind)}`;
  });

export type WalletOrder = (typeof WALLET_ORDERS)[number];

/** The sums of amounts. All other orders are whole numbers. */
const AMOUNTS: readonly WalletOrder[] = ['revenue', 'volume', 'points'];

export const topWallets = (
  scope: Scope,
  page: Page & { readonly orderBy: WalletOrder },
): Statement =>
  statement((bind) => {
    const isRaw = scope.filters.length > 0;
    const row = isRaw ? 'e' : 'd';
    const sessions = isRaw
      ? `uniqExactIf(e.session_hash, ${HAS_SESSION})`
      : 'uniqExactArray(d.sessions)';
    const { column, key } = projectOf(scope, row, bind);
    return `SELECT ${column},
  ${row}.address AS address,
  ${isRaw ? 'count()' : 'sum(d.hits)'} AS hits,
  ${sessions} AS sessions,
  sum(${row}.revenue) AS revenue,
  sum(${row}.volume) AS volume,
  sum(${row}.points) AS points
FROM ${isRaw ? `${eventsOf(scope, bind)} AND e.address != ''` : `wallets_daily AS d WHERE ${ofDays(scope, bind)}`}
GROUP BY ${key}address
ORDER BY ${AMOUNTS.includes(page.orderBy) ? plainNumberSql(page.orderBy) : page.orderBy} DESC, address, project_id
${pageOf(page, bind)}`;
  });

export const topChains = (scope: Scope, page: Page): Statement =>
  statement((bind) => {
    const { column, key } = projectOf(scope, 'e', bind);
    return `SELECT ${column},
  CAST(e.chain_id, 'String') AS chain_id,
  count() AS hits,
  countIf(e.transaction_status = 'confirmed') AS transactions,
  uniqExactIf(e.address_hash, ${HAS_ADDRESS}) AS wallets,
  sum(e.revenue) AS revenue,
  sum(e.volume) AS volume
FROM ${EVENTS}
PREWHERE e.chain_id NOT IN ('', 'null')
WHERE ${ofScope(scope, bind)}
GROUP BY ${key}e.chain_id
ORDER BY hits DESC, chain_id, project_id
${pageOf(page, bind)}`;
  });
