// What is known about a visitor: a browser that was given an anonymous id.
import type { Chaintrail } from '../../client/chaintrail.js';
import type { CallOptions } from '../../client/options.js';
import { IN_DAYS_SQL } from './filter-sql.js';
import type { Scope } from './scope.js';
import { sqlText } from './sql-text.js';

export interface Visitor {
  /** The days with events, `YYYY-MM-DD`, the oldest first. */
  readonly active_days: readonly string[];
  readonly first_ms: number;
  readonly last_ms: number;
  readonly events_told: number;
  readonly sessions: number;
  readonly total_revenue: number;
  /** The addresses that the visitor connected. */
  readonly wallets: readonly string[];
  readonly users: readonly string[];
  /** Country, device, browser and system of the latest event that has them; empty if none has. */
  readonly last_location: string;
  readonly last_device: string;
  readonly last_browser: string;
  readonly last_os: string;
}

/** Most wallets and user ids that are read. */
const MOST_IDS = 20;

const latest = (column: string) =>
  `argMaxIf(${column}, timestamp, ${column} != '') AS last_${column}`;
/** The values of a column, without the empty one. */
export const eachSql = (column: string): string =>
  `arraySort(groupUniqArrayIf(${MOST_IDS})(${column}, ${column} != ''))`;

/** @returns undefined for a visitor without events on these days */
export async function readVisitor(
  client: Chaintrail,
  { anonymousId, days }: { readonly anonymousId: string; readonly days: Scope['days'] },
  options: CallOptions = {},
): Promise<Visitor | undefined> {
  const { data } = await client.query.run<Visitor>(
    `SELECT arraySort(groupUniqArray(toString(toDate(timestamp)))) AS active_days,
    toUnixTimestamp64Milli(min(timestamp)) AS first_ms, toUnixTimestamp64Milli(max(timestamp)) AS last_ms,
    count() AS events_told, uniqExactIf(session_id, session_id != '') AS sessions,
    sum(ifNull(revenue, 0)) AS total_revenue, ${eachSql('address')} AS wallets, ${eachSql('user_id')} AS users,
    ${['location', 'device', 'browser', 'os'].map(latest).join(', ')}
    FROM events WHERE ${IN_DAYS_SQL} AND anonymous_id = ${sqlText(anonymousId)}`,
    { ...days, ...options },
  );
  const [found] = data;
  if (found === undefined || Number(found.events_told) === 0) return undefined;
  const { first_ms: first, last_ms: last, events_told: told, sessions } = found;
  return {
    ...found,
    first_ms: Number(first),
    last_ms: Number(last),
    events_told: Number(told),
    sessions: Number(sessions),
  };
}
