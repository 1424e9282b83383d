// A line of a file of enrichment: what a source knows of one wallet, checked and as it is stored.
import { compile } from '../../protocol/check.js';
import { parseDateTime } from '../../protocol/formats.js';
import { IDENTITY_FIELDS } from '../../protocol/profiles/profile-fields.js';
import {
  array,
  type Infer,
  integer,
  nullable,
  number,
  object,
  optional,
  string,
} from '../../protocol/schema.js';
import { parseJson } from '../parse-json.js';
import { notText } from '../send/not-text.js';
import { walletOf } from './address.js';
import { tokenOf } from './condition-target.js';

const MAX_ENTRIES = 10_000;
const CLOSED = { additionalProperties: false } as const;
const id = string({ minLength: 1, maxLength: 200 });
const text = optional(string({ maxLength: 1_024 }));
const told = optional(nullable(string({ maxLength: 1_024 })));
const link = optional(nullable(string({ maxLength: 2_048 })));
const amount = optional(number({ minimum: 0 }));
const count = optional(integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }));
const instant = optional(nullable(string({ format: 'date-time' })));

/** What is left out is 0, empty or null; a row replaces all that was known of its wallet. */
const enrichmentRowSchema = object(
  {
    address: string({ maxLength: 128 }),
    net_worth_usd: amount,
    tx_count: count,
    first_onchain: instant,
    last_onchain: instant,
    /** Default: now. */
    updated_at: optional(string({ format: 'date-time' })),
    identity: optional(
      object(Object.fromEntries(IDENTITY_FIELDS.map((name) => [name, told])), CLOSED),
    ),
    chains: optional(
      array(
        object(
          {
            chain_id: id,
            net_worth_usd: amount,
            tx_count: count,
            first_onchain: instant,
            last_onchain: instant,
          },
          CLOSED,
        ),
        { maxItems: MAX_ENTRIES },
      ),
    ),
    apps: optional(
      array(
        object({ chain_id: id, id, name: text, img: link, url: link, balance_usd: amount }, CLOSED),
        { maxItems: MAX_ENTRIES },
      ),
    ),
    tokens: optional(
      array(
        object(
          {
            chain_id: id,
            token_address: id,
            app_id: text,
            name: text,
            symbol: text,
            img: link,
            decimals: optional(integer({ minimum: 0, maximum: 255 })),
            price: amount,
            balance: string({ maxLength: 200, pattern: '^\\d+(\\.\\d+)?$' }),
            balance_usd: amount,
          },
          CLOSED,
        ),
        { maxItems: MAX_ENTRIES },
      ),
    ),
  },
  CLOSED,
);

type EnrichmentRow = Infer<typeof enrichmentRowSchema>;

/** With the names of the columns of `wallet_enrichment`. */
export interface StoredEnrichment {
  readonly wallet: string;
  readonly [column: string]: unknown;
}

const check = compile(enrichmentRowSchema);

/** @returns the row, or the reason why it is none */
export function readEnrichmentRow(line: string, now: number): StoredEnrichment | string {
  const value = parseJson<unknown>(line);
  if (value === undefined) return notText(line) ?? 'is not valid JSON';
  const [issue] = check(value);
  if (issue !== undefined) return `${issue.path} ${issue.message}`.trim();
  const row = value as EnrichmentRow;
  const wallet = walletOf(row.address.trim());
  if (wallet === undefined) return 'address is neither an EVM nor a Solana address';
  const tokens = row.tokens ?? [];
  const odd = tokens.find(({ token_address }) => tokenOf(token_address) === undefined);
  if (odd !== undefined)
    return `tokens contain "${odd.token_address.slice(0, 100)}", which is not a token address`;
  return stored(wallet, row, now);
}

/** The first and last instant that the engine reads without taking it for another year. */
const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** Rewrites an instant: forms that only the schema takes, such as `t` and `z`, would make the whole load fail. */
function instantOf(text: string | null | undefined): string | null {
  const time = parseDateTime(text ?? '');
  if (time === undefined) return null;
  return new Date(Math.min(Math.max(time, FIRST_MS), LAST_MS)).toISOString();
}

const withInstants = (row: Pick<EnrichmentRow, 'first_onchain' | 'last_onchain'>) => ({
  first_onchain: instantOf(row.first_onchain),
  last_onchain: instantOf(row.last_onchain),
});

function stored(wallet: string, row: EnrichmentRow, now: number): StoredEnrichment {
  const { address: _, identity = {}, chains = [], apps = [], tokens = [], ...rest } = row;
  return {
    ...rest,
    // Profiles show names that are not known as null, so an export of profiles can be imported.
    identity: Object.fromEntries(Object.entries(identity).filter(([, value]) => value !== null)),
    ...withInstants(row),
    updated_at: instantOf(row.updated_at) ?? new Date(now).toISOString(),
    wallet,
    chains: chains
      .map((one) => ({
        net_worth_usd: 0,
        tx_count: 0,
        ...one,
        ...withInstants(one),
      }))
      .toSorted((a, b) => (b.net_worth_usd ?? 0) - (a.net_worth_usd ?? 0)),
    apps: apps
      .map((one) => ({ name: '', img: null, url: null, balance_usd: 0, ...one }))
      .toSorted((a, b) => (b.balance_usd ?? 0) - (a.balance_usd ?? 0)),
    tokens: tokens
      .map((one) => ({
        app_id: '',
        name: '',
        symbol: '',
        img: null,
        decimals: 0,
        price: 0,
        balance_usd: 0,
        ...one,
        // Conditions compare with the form in which wallets are shown.
        token_address: tokenOf(one.token_address),
      }))
      .toSorted((a, b) => (b.balance_usd ?? 0) - (a.balance_usd ?? 0)),
  };
}
