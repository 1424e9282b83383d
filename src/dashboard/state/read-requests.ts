// Reads, by the query operation, how requests to wallets ended, and which wallet apps visitors connected.
import type { Chaintrail } from '../../client/chaintrail.js';
import type { CallOptions } from '../../client/options.js';
import { overProjects } from '../format/over-projects.js';
import { filtersSql, IN_DAYS_SQL, ofProjectSql, VISITORS_SQL } from './filter-sql.js';
import type { Asked } from './read-series.js';
import { firstPropertySql, propertySql } from './sql-text.js';

/** How often wallets were asked for one type of request, and how that ended. */
export interface Requests {
  readonly type: RequestType;
  readonly asked: number;
  /** Connected, signed, or sent to the chain. */
  readonly done: number;
  /** Rejected by the user. */
  readonly rejected: number;
  /** Failed without a decision of the user, or reverted by the chain. */
  readonly failed: number;
}

export type RequestType = 'connect' | 'signature' | 'transaction';

/** A wallet app, such as MetaMask. */
export interface WalletApp {
  /** Empty for wallets that did not tell their name. */
  readonly name: string;
  readonly wallets: number;
  readonly visitors: number;
}

export interface WalletRequests {
  /** Only types that were requested at all. */
  readonly requests: readonly Requests[];
  /** Apps that were connected, those with the most wallets first. */
  readonly apps: readonly WalletApp[];
}

interface Row {
  readonly kind: string;
  readonly outcome: string;
  readonly app: string;
  /** 1: transactions that a backend sent itself. */
  readonly by_backend: number;
  readonly times: number;
  readonly wallets: number;
  readonly visitors: number;
}

const MOST_ROWS = 1_000;

const IDS = ['batch_id', 'user_op_hash', 'transaction_hash'] as const;
/** The id under which a transaction was sent: all its events have the same. Empty before it is sent. */
const SENT_AS_SQL = firstPropertySql(...IDS);
/** Nobody asked the wallet when the user switched to another of its accounts, which is a `connect` as well. */
const IS_SWITCH_SQL = `type = 'connect' AND JSONExtractBool(toString(properties), 'account_switch')`;
const FROM_BACKEND_SQL = "channel NOT IN ('web', 'mobile')";

/**
 * Whether a backend recorded a transaction of its own, and not what became of a visitor's. The visitor may have sent
 * it on the day before, and under other filters: backends do not know the visitor's device.
 */
const isBackendsSql = (ofProject: string) =>
  `${FROM_BACKEND_SQL} AND type = 'transaction' AND ${SENT_AS_SQL} NOT IN (
    SELECT arrayJoin([${[...IDS, 'replaced_by'].map(propertySql).join(', ')}]) FROM events
    WHERE toDate(timestamp) BETWEEN toDate({date_from}) - 1 AND {date_to}
    AND type = 'transaction' AND NOT ${FROM_BACKEND_SQL}${ofProject})`;

// No alias may equal the name of a column: in the conditions of the filters, ClickHouse would take that name for
// the alias.
const requestsQuery = (ofProject: string, conditions: string) =>
  `SELECT type AS kind, if(kind IN ('signature', 'transaction'), ${propertySql('status')}, '') AS outcome,
  if(kind = 'connect', if(${propertySql('provider_name')} = '', ${propertySql('rdns')}, ${propertySql('provider_name')}), '') AS app,
  ${isBackendsSql(ofProject)} AS by_backend,
  uniqExactIf(if(${SENT_AS_SQL} = '', message_id, ${SENT_AS_SQL}), NOT (${IS_SWITCH_SQL})) AS times,
  uniqExactIf(address, address != '') AS wallets,
  ${VISITORS_SQL} AS visitors
  FROM events WHERE ${IN_DAYS_SQL}
  AND (type IN ('connect', 'signature', 'transaction') OR (type = 'track' AND event = 'wallet_connect_rejected'))${ofProject}${conditions}
  GROUP BY kind, outcome, app, by_backend ORDER BY times DESC LIMIT ${MOST_ROWS}`;

/** @returns undefined when a filter cannot be written in SQL */
export async function readRequests(
  client: Chaintrail,
  { days, query, filters }: Asked,
  options: CallOptions = {},
): Promise<WalletRequests | undefined> {
  const conditions = filtersSql(filters);
  if (conditions === undefined) return undefined;
  const { data } = await client.query.run<Row>(
    requestsQuery(ofProjectSql(query.project_id), conditions),
    { ...days, ...options },
  );
  return { requests: requestsOf(data), apps: appsOf(data) };
}

/**
 * Visitors' requests and a backend's own are counted apart and summed up: which events a sender records is the same
 * for all of its requests, and not for those of another.
 */
function requestsOf(rows: readonly Row[]): readonly Requests[] {
  const found = [0, 1].flatMap((by) => ofSender(rows.filter((row) => row.by_backend === by)));
  return overProjects(found, ({ type }) => type).filter(({ asked, failed }) => asked + failed > 0);
}

function ofSender(rows: readonly Row[]): readonly Requests[] {
  const timesOf =
    (type: string) =>
    (...outcomes: readonly string[]) =>
      rows
        .filter(({ kind, outcome }) => kind === type && outcomes.includes(outcome))
        .reduce((sum, row) => sum + row.times, 0);
  const signature = timesOf('signature');
  const transaction = timesOf('transaction');
  const found = [
    {
      type: 'connect' as const,
      begun: 0,
      done: timesOf('connect')(''),
      rejected: timesOf('track')(''),
      failed: 0,
    },
    {
      type: 'signature' as const,
      begun: signature('requested'),
      done: signature('confirmed'),
      rejected: signature('rejected'),
      failed: signature('failed'),
    },
    {
      type: 'transaction' as const,
      begun: transaction('started'),
      // A backend may record only the confirmation, without the broadcast before it.
      done: Math.max(transaction('broadcasted'), transaction('confirmed', 'reverted')),
      rejected: transaction('rejected'),
      failed: transaction('failed', 'reverted'),
    },
  ];
  // Events that a backend or the app's own code records may lack the `requested` or `started` before them.
  return found.map(({ begun, ...one }) => ({
    ...one,
    asked: Math.max(begun, one.done + one.rejected),
  }));
}

const appsOf = (rows: readonly Row[]): readonly WalletApp[] =>
  rows
    .filter(({ kind }) => kind === 'connect')
    .map(({ app: name, wallets, visitors }) => ({ name, wallets, visitors }))
    .sort((a, b) => b.wallets - a.wallets);
