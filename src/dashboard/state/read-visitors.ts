// Reads visitors: those of a wallet, and those with an id that somebody looks for.
import type { Chaintrail } from '../../client/chaintrail.js';
import type { CallOptions } from '../../client/options.js';
import { IN_DAYS_SQL, ofProjectSql } from './filter-sql.js';
import { eachSql } from './read-visitor.js';
import type { Scope } from './scope.js';
import { sqlText } from './sql-text.js';

export interface VisitorRow {
  /** Empty for events that a backend sent of a user, which name no visitor. */
  readonly anonymous_id: string;
  readonly users: readonly string[];
  readonly wallets: readonly string[];
  readonly events_told: number;
  readonly first_ms: number;
  readonly last_ms: number;
}

export interface VisitorsAnswer {
  /** The visitor with the latest event first. */
  readonly data: readonly VisitorRow[];
  /** How many visitors match. */
  readonly total: number;
}

/** Most visitors that are read. */
const MOST_VISITORS = 20;

/** The visitors with events that match, each with these events. */
export const readVisitors = (
  client: Chaintrail,
  { where, days }: { readonly where: string; readonly days: Scope['days'] },
  options: CallOptions = {},
): Promise<VisitorsAnswer> =>
  client.query.run<VisitorRow>(
    `SELECT anonymous_id, ${eachSql('user_id')} AS users, ${eachSql('address')} AS wallets, count() AS events_told,
    toUnixTimestamp64Milli(min(timestamp)) AS first_ms, toUnixTimestamp64Milli(max(timestamp)) AS last_ms
    FROM events WHERE ${IN_DAYS_SQL} AND ${where}
    GROUP BY anonymous_id ORDER BY last_ms DESC, anonymous_id LIMIT ${MOST_VISITORS}`,
    { ...days, ...options },
  );

/** The events of the visitors that connected a wallet, while it was connected. */
export const withWalletSql = (address: string): string =>
  `address = ${sqlText(address)} AND anonymous_id != ''`;

/**
 * All events of the visitors with this user id, or whose anonymous id begins with the text: the dashboard shows only
 * the beginning of one. A user id is compared whole, since `user-1` is somebody else than `user-10`.
 */
export function withIdSql(text: string, project: string): string {
  const id = sqlText(text);
  const ofProject = ofProjectSql(project);
  // Also events from before the visitor was identified, and a backend's, which have a user id alone.
  return `(user_id = ${id} OR anonymous_id IN (
    SELECT anonymous_id FROM events WHERE ${IN_DAYS_SQL} AND anonymous_id != ''
    AND (user_id = ${id} OR startsWith(anonymous_id, ${id}))${ofProject}))${ofProject}`;
}
