// Single events, read by the API's query operation.
import type { Chaintrail } from '../../client/chaintrail.js';
import type { CallOptions } from '../../client/options.js';
import type { Touch } from '../format/names.js';
import { DAY_MS, toDay } from './date-range.js';
import { ofProjectSql } from './filter-sql.js';
import { firstPropertySql, propertySql, sqlText } from './sql-text.js';

export interface EventRow extends Touch {
  readonly project_id: string;
  /** Empty for an event outside of a session, such as a backend's. */
  readonly session_id: string;
  readonly message_id: string;
  readonly type: string;
  readonly event: string;
  readonly address: string;
  readonly anonymous_id: string;
  readonly user_id: string;
  readonly page_path: string;
  readonly location: string;
  readonly device: string;
  readonly revenue: number | null;
  /** A number, or a text such as `solana:mainnet`; empty for an event without a chain. */
  readonly chain_id: string;
  readonly status: string;
  /** Empty for an event without a transaction. */
  readonly transaction_hash: string;
  /** Id of a batch of calls, or of a user operation (ERC-4337), if that is what was sent; else empty. */
  readonly sent_as: string;
  /** JSON text of the properties, cut off where it is very long. */
  readonly properties_text: string;
  readonly happened_ms: number;
  readonly received_ms: number;
}

const COLUMNS = `project_id, session_id, message_id, type, event, address, anonymous_id, user_id, page_path, location,
  device, revenue, utm_source, utm_campaign, referrer, ref,
  ${propertySql('status')} AS status,
  ${propertySql('transaction_hash')} AS transaction_hash, ${firstPropertySql('batch_id', 'user_op_hash')} AS sent_as,
  replaceRegexpAll(JSONExtractRaw(toString(properties), 'chain_id'), '^null$|"', '') AS chain_id,
  substring(toString(properties), 1, 4000) AS properties_text,
  toUnixTimestamp64Milli(timestamp) AS happened_ms, toUnixTimestamp64Milli(received_at) AS received_ms`;

async function read(client: Chaintrail, tail: string, options: CallOptions): Promise<EventRow[]> {
  const { data } = await client.query.run<EventRow>(
    `SELECT ${COLUMNS} FROM events ${tail}`,
    options,
  );
  return data.map((row) => ({
    ...row,
    happened_ms: Number(row.happened_ms),
    received_ms: Number(row.received_ms),
  }));
}

/** Which events are wanted. */
export interface Latest {
  readonly limit: number;
  /** Id of the project; empty for all projects. */
  readonly project: string;
  /** Further conditions, as `filtersSql` writes them. Default: none. */
  readonly conditions?: string | undefined;
}

/**
 * The newest events, only of today and yesterday: this is asked every few seconds, and must not scan a table
 * that holds years of events.
 */
export const readLatestEvents = (
  client: Chaintrail,
  { limit, project, conditions = '' }: Latest,
  options: CallOptions = {},
) =>
  read(
    client,
    `WHERE toDate(timestamp) >= today() - 1${ofProjectSql(project)}${conditions} ORDER BY received_at DESC, timestamp DESC, message_id DESC LIMIT ${limit}`,
    options,
  );

const listOf = (texts: Iterable<string>): string => [...texts].map(sqlText).join(', ');

/** The column that says whose an event is. */
export type OwnerColumn = 'address' | 'anonymous_id';

/** Which events of a wallet or a visitor are wanted. */
export interface OfOwner {
  readonly by: OwnerColumn;
  readonly id: string;
  /** `YYYY-MM-DD`, at least one. They limit how much is scanned: the table may hold years of events. */
  readonly days: readonly string[];
  /** The newest event that is wanted. Default: the newest of these days. */
  readonly from?: EventRow | undefined;
  readonly limit: number;
}

/** The newest events of a wallet or a visitor on these days. */
export function readOwnEvents(
  client: Chaintrail,
  { by, id, days, from, limit }: OfOwner,
  options: CallOptions = {},
): Promise<EventRow[]> {
  const until =
    from === undefined
      ? ''
      : ` AND (toUnixTimestamp64Milli(timestamp), message_id) <= (${from.happened_ms}, ${sqlText(from.message_id)})`;
  return read(
    client,
    `WHERE ${by} = ${sqlText(id)} AND toDate(timestamp) IN (${listOf(days)})${until}
    ORDER BY timestamp DESC, message_id DESC LIMIT ${limit}`,
    options,
  );
}

/**
 * Reads the events without a wallet of the sessions that these events belong to, such as the page views before
 * the wallet was connected.
 */
export async function readEventsBeside(
  client: Chaintrail,
  { events, limit }: { readonly events: readonly EventRow[]; readonly limit: number },
  options: CallOptions = {},
): Promise<EventRow[]> {
  const visited = events.filter(({ session_id: session }) => session !== '');
  if (visited.length === 0) return [];
  const sessions = new Set(visited.map(({ session_id: session }) => session));
  // A session may begin on the day before one of its events, and end on the day after.
  const days = new Set(
    visited.flatMap(({ happened_ms: ms }) => [ms - DAY_MS, ms, ms + DAY_MS].map(toDay)),
  );
  return read(
    client,
    `WHERE address = '' AND toDate(timestamp) IN (${listOf(days)}) AND session_id IN (${listOf(sessions)})
    ORDER BY timestamp DESC, message_id DESC LIMIT ${limit}`,
    options,
  );
}
