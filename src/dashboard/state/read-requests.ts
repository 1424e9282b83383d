// What became of what wallets were asked for, and which wallets they were, by the query operation.
import type { Chaintrail } from '../../client/chaintrail.js';
import type { CallOptions } from '../../client/options.js';
import { filtersSql, IN_DAYS_SQL, ofProjectSql } from './filter-sql.js';
import type { Asked } from './read-series.js';
import { propertySql } from './sql-text.js';

/** How often a wallet was asked for one thing, and what it and the chain answered. */
export interface Requests {
  readonly type: RequestType;
  readonly asked: number;
  /** Connected, signed, or sent to the chain. */
  readonly done: number;
  /** By the user. */
  readonly rejected: number;
  /** Without an answer of the user's, or reverted by the chain. */
  readonly failed: number;
}

export type RequestType = 'connect' | 'signature' | 'transaction';

/** A kind of wallet, such as MetaMask. */
export interface WalletApp {
  /** Empty where wallets did not tell. */
  readonly name: string;
  readonly wallets: number;
  readonly visitors: number;
}

export interface WalletRequests {
  /** Of what was asked for at all. */
  readonly requests: readonly Requests[];
  /** Those that connected, the most first. */
  readonly apps: readonly WalletApp[];
}

interface Row {
  readonly kind: string;
  readonly outcome: string;
  readonly app: string;
  readonly times: number;
  readonly wallets: number;
  readonly visitors: number;
}

const MOST_ROWS = 1_000;

// What this selects has no name of a column: conditions would mean that instead.
const requestsQuery = (conditions: string) =>
  `SELECT type AS kind, if(kind IN ('signature', 'transaction'), ${propertySql('status')}, '') AS outcome,
  if(kind = 'connect', if(${propertySql('provider_name')} = '', ${propertySql('rdns')}, ${propertySql('provider_name')}), '') AS app,
  count() AS times, uniqExactIf(project_id, address, address != '') AS wallets,
  uniqExact(project_id, multiIf(anonymous_id != '', anonymous_id, user_id != '', user_id, address)) AS visitors
  FROM events WHERE ${IN_DAYS_SQL}
  AND (type IN ('connect', 'signature', 'transaction') OR (type = 'track' AND event = 'wallet_connect_rejected'))${conditions}
  GROUP BY kind, outcome, app ORDER BY times DESC LIMIT ${MOST_ROWS}`;

/** @returns undefined where the query operation cannot ask what the filters ask */
export async function readRequests(
  client: Chaintrail,
  { days, query, filters }: Asked,
  options: CallOptions = {},
): Promise<WalletRequests | undefined> {
  const conditions = filtersSql(filters);
  if (conditions === undefined) return undefined;
  const { data } = await client.query.run<Row>(
    requestsQuery(`${ofProjectSql(query.project_id)}${conditions}`),
    { ...days, ...options },
  );
  return { requests: requestsOf(data), apps: appsOf(data) };
}

function requestsOf(rows: readonly Row[]): readonly Requests[] {
  const times = (kind: string, ...outcomes: readonly string[]) =>
    rows
      .filter(
        (row) => row.kind === kind && (outcomes.length === 0 || outcomes.includes(row.outcome)),
      )
      .reduce((sum, row) => sum + row.times, 0);
  const found = [
    {
      type: 'connect' as const,
      begun: 0,
      done: times('connect'),
      rejected: times('track'),
      failed: 0,
    },
    {
      type: 'signature' as const,
      begun: times('signature', 'requested'),
      done: times('signature', 'confirmed'),
      rejected: times('signature', 'rejected'),
      failed: times('signature', 'failed'),
    },
    {
      type: 'transaction' as const,
      begun: times('transaction', 'started'),
      // A backend may tell of the end alone.
      done: Math.max(
        times('transaction', 'broadcasted'),
        times('transaction', 'confirmed', 'reverted'),
      ),
      rejected: times('transaction', 'rejected'),
      failed: times('transaction', 'failed', 'reverted'),
    },
  ];
  return (
    found
      // What a backend tells, or an app by itself, has no beginning.
      .map(({ begun, ...one }) => ({ ...one, asked: Math.max(begun, one.done + one.rejected) }))
      .filter(({ asked, failed }) => asked + failed > 0)
  );
}

const appsOf = (rows: readonly Row[]): readonly WalletApp[] =>
  rows
    .filter(({ kind }) => kind === 'connect')
    .map(({ app: name, wallets, visitors }) => ({ name, wallets, visitors }))
    .sort((a, b) => b.wallets - a.wallets);
