// Single events, read by the API's query operation.
import type { Chaintrail } from '../../client/chaintrail.js';
import type { CallOptions } from '../../client/options.js';
import type { Touch } from '../format/names.js';
import { DAY_MS, toDay } from './date-range.js';
import { ofProjectSql } from './filter-sql.js';
import { propertySql, sqlText } from './sql-text.js';

export interface EventRow extends Touch {
  readonly project_id: string;
  /** Empty where it belongs to no visit. */
  readonly session_id: string;
  readonly message_id: string;
  readonly type: string;
  readonly event: string;
  readonly address: string;
  readonly anonymous_id: string;
  readonly page_path: string;
  readonly location: string;
  readonly device: string;
  readonly revenue: number | null;
  /** A number, or a text such as `solana:mainnet`; empty where it is about none. */
  readonly chain_id: string;
  readonly status: string;
  /** Empty where it is about none. */
  readonly transaction_hash: string;
  /** Of several calls sent as one; else empty. */
  readonly batch_id: string;
  /** JSON text, cut where it is very long. */
  readonly properties_text: string;
  readonly happened_ms: number;
  readonly received_ms: number;
}

const COLUMNS = `project_id, session_id, message_id, type, event, address, anonymous_id, page_path, location,
  device, revenue, utm_source, utm_campaign, referrer, ref,
  ${propertySql('status')} AS status,
  ${propertySql('transaction_hash')} AS transaction_hash, ${propertySql('batch_id')} AS batch_id,
  replaceAll(JSONExtractRaw(toString(properties), 'chain_id'), '"', '') AS chain_id,
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
  /** Id; empty: of all. */
  readonly project: string;
  /** Further ones, as `filtersSql` writes them. Default: none. */
  readonly conditions?: string | undefined;
}

/** The newest ones of today and yesterday: a table of years must not be read every few seconds. */
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

/** EVM in hexadecimal, Solana in base58: nothing that could end a text in SQL. */
const ADDRESS = /^[0-9A-Za-z]{32,64}$/;

const listOf = (texts: Iterable<string>): string => [...texts].map(sqlText).join(', ');

/** Which events of a wallet are wanted. */
export interface OfWallet {
  readonly address: string;
  /** `YYYY-MM-DD`, one at least: a table of years must not be read for one wallet. */
  readonly days: readonly string[];
  readonly limit: number;
}

/** A wallet's newest events of these days. @throws RangeError when it is no address */
export function readWalletEvents(
  client: Chaintrail,
  { address, days, limit }: OfWallet,
  options: CallOptions = {},
): Promise<EventRow[]> {
  if (!ADDRESS.test(address)) throw new RangeError(`${address} is no address of a wallet.`);
  return read(
    client,
    `WHERE address = '${address}' AND toDate(timestamp) IN (${listOf(days)})
    ORDER BY timestamp DESC, message_id DESC LIMIT ${limit}`,
    options,
  );
}

/**
 * What was done without a wallet in the visits that these events are of, such as the pages before it was
 * connected.
 */
export async function readEventsBeside(
  client: Chaintrail,
  { events, limit }: { readonly events: readonly EventRow[]; readonly limit: number },
  options: CallOptions = {},
): Promise<EventRow[]> {
  const visited = events.filter(({ session_id: session }) => session !== '');
  if (visited.length === 0) return [];
  const sessions = new Set(visited.map(({ session_id: session }) => session));
  // A visit may have begun on the day before, and end on the day after.
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
