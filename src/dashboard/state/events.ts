// Single events, read by the API's query operation.
import type { Chaintrail } from '../../client/chaintrail.js';
import type { CallOptions } from '../../client/options.js';
import { ofProjectSql } from './filter-sql.js';

export interface EventRow {
  readonly message_id: string;
  readonly type: string;
  readonly event: string;
  readonly address: string;
  readonly anonymous_id: string;
  readonly page_path: string;
  readonly location: string;
  readonly device: string;
  readonly revenue: number | null;
  readonly chain_id: string;
  readonly status: string;
  /** JSON text, cut where it is very long. */
  readonly properties_text: string;
  readonly happened_ms: number;
  readonly received_ms: number;
}

const COLUMNS = `message_id, type, event, address, anonymous_id, page_path, location, device, revenue,
  JSONExtractString(toString(properties), 'status') AS status,
  toString(JSONExtractUInt(toString(properties), 'chain_id')) AS chain_id,
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
}

/** The newest ones of today and yesterday: a table of years must not be read every few seconds. */
export const readLatestEvents = (
  client: Chaintrail,
  { limit, project }: Latest,
  options: CallOptions = {},
) =>
  read(
    client,
    `WHERE event_date >= today() - 1${ofProjectSql(project)} ORDER BY received_at DESC, timestamp DESC, message_id DESC LIMIT ${limit}`,
    options,
  );

/** EVM in hexadecimal, Solana in base58: nothing that could end a text in SQL. */
const ADDRESS = /^[0-9A-Za-z]{32,64}$/;

/** A wallet's newest events. @throws RangeError when it is no address */
export function readWalletEvents(
  client: Chaintrail,
  { address, limit }: { readonly address: string; readonly limit: number },
  options: CallOptions = {},
): Promise<EventRow[]> {
  if (!ADDRESS.test(address)) throw new RangeError(`${address} is no address of a wallet.`);
  return read(
    client,
    `WHERE address = '${address}' ORDER BY timestamp DESC, message_id DESC LIMIT ${limit}`,
    options,
  );
}
