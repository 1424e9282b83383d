// The server's settings, read from the environment and checked as a whole before anything starts.
import { resolve } from 'node:path';
import { MAX_BOARDS_PER_PROJECT } from '../../protocol/limits.js';
import type { AlertsSettings } from '../alerts/compose-alerts.js';
import type { ChatSettings } from '../chat/chat-settings.js';
import { readChatSettings } from '../chat/chat-settings.js';
import { LONGEST_RETENTION_DAYS } from '../database/analytics/retention.js';
import type { DatabaseSettings } from '../database/open-databases.js';
import type { LogMode } from '../log.js';
import { type PaymentSettings, readPaymentSettings } from '../payments/payment-settings.js';
import { DEFAULT_LIFECYCLE, type LifecycleThresholds } from '../profiles/lifecycle.js';
import { readAlertSettings } from './read-alert-settings.js';
import { readDatabaseSettings } from './read-database-settings.js';
import {
  type Environment,
  type EnvironmentReader,
  isAddressRange,
  parseHttp,
  readEnvironment,
} from './read-environment.js';
import { type RpcSettings, readRpcSettings } from './read-rpc-settings.js';

/** The settings of a server, checked, with defaults filled in. */
export interface ServerSettings extends DatabaseSettings {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Origin by which callers reach this server; without it, the address it listens on. */
  readonly publicUrl?: string;
  readonly log: LogMode;
  /** API requests of one workspace; 0 is no limit (decision N-71). */
  readonly rateLimit: { readonly perSecond: number; readonly per15Minutes: number };
  /** How long the answer of a write is repeated under its Idempotency-Key. */
  readonly idempotencyTtlHours: number;
  readonly boardsPerProject: number;
  /** The model behind `POST /v0/chat`; without it, the chat answers 503. */
  readonly chat?: ChatSettings;
  readonly alerts: AlertsSettings;
  /** Sells profiles to callers without a key; without it, they get 401. */
  readonly payments?: PaymentSettings;
  /** Ingestion requests of one project in a second; 0 is no limit. */
  readonly eventRequestsPerSecond: number;
  /** Bytes of accepted events that may wait for the database before ingestion answers 503. */
  readonly maxJournalBytes: number;
  /** Whether the demo dapp is served; it shows a visitor their own events. */
  readonly demo: boolean;
  /** Whether analytics leave out crawlers and headless browsers, or count them. */
  readonly bots: 'drop' | 'keep';
  /** Absolute path of the database that maps IP addresses to countries. */
  readonly geoipDatabase?: string;
  /** Proxies whose `X-Forwarded-For` is trusted: addresses or ranges, separated by commas. */
  readonly trustProxy?: string;
  /** Origins of pages that may call the API; the events endpoint takes any. */
  readonly corsOrigins: readonly string[];
  /** Bearer token required at `/metrics`; without it, everybody may read them. */
  readonly metricsToken?: string;
  /** When a wallet counts as new, at risk, lost (decision N-23). */
  readonly lifecycle: LifecycleThresholds;
  /** RPC endpoints from which the logs of contracts are read. */
  readonly rpc: RpcSettings;
  /** Days after which events and what was computed from them are deleted; 0 is never. */
  readonly retentionDays: number;
  /** How long stopping may take before the process ends all the same. */
  readonly stopTimeoutSeconds: number;
}

/** The environment does not describe a server. `faults` names each variable and what it must be. */
export class SettingsError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`Wrong settings:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'SettingsError';
    this.faults = faults;
  }
}

const GIGABYTE = 1_000_000_000;
const LOG_MODES: readonly [LogMode, ...LogMode[]] = ['errors', 'json', 'silent'];

/** @throws SettingsError with every fault at once */
export function readSettings(env: Environment, workingDirectory: string): ServerSettings {
  const read = readEnvironment(env, workingDirectory);
  const publicUrl = publicOrigin(read);
  const metricsToken = read.token('METRICS_TOKEN');
  const geoipDatabase = read.text('GEOIP_DB');
  const host = withoutBrackets(read.text('HOST') ?? '127.0.0.1');
  const settings: ServerSettings = {
    host,
    port: read.whole('PORT', { fallback: 4318, most: 65_535 }),
    dataDirectory: dataDirectory(read, workingDirectory),
    ...readDatabaseSettings(read),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    log: read.choice('LOG', LOG_MODES),
    rateLimit: {
      perSecond: read.whole('RATE_LIMIT_PER_SECOND', { fallback: 100 }),
      per15Minutes: read.whole('RATE_LIMIT_PER_15_MINUTES', { fallback: 10_000 }),
    },
    boardsPerProject: read.whole('BOARDS_PER_PROJECT', {
      fallback: MAX_BOARDS_PER_PROJECT,
      least: 1,
      most: 100_000,
    }),
    ...readChatSettings(read),
    alerts: {
      ...readAlertSettings(read),
      ...(publicUrl === undefined ? {} : { dashboard: publicUrl }),
    },
    ...readPaymentSettings(read),
    idempotencyTtlHours: read.whole('IDEMPOTENCY_TTL', { fallback: 24, least: 1, most: 8_760 }),
    eventRequestsPerSecond: read.whole('RATE_LIMIT_EVENTS_PER_SECOND', { fallback: 0 }),
    maxJournalBytes: read.whole('MAX_JOURNAL_BYTES', { fallback: GIGABYTE, least: 1_000_000 }),
    // By default, no demo on a server that other machines reach: it would expose real data to them.
    demo: read.choice('DEMO', isForOthers(read, host) ? ['off', 'on'] : ['on', 'off']) === 'on',
    bots: read.choice('BOTS', ['drop', 'keep']),
    ...(geoipDatabase === undefined
      ? {}
      : { geoipDatabase: resolve(workingDirectory, geoipDatabase) }),
    ...trustProxy(read),
    corsOrigins: corsOrigins(read),
    ...(metricsToken === undefined ? {} : { metricsToken }),
    lifecycle: lifecycle(read),
    rpc: readRpcSettings(read),
    retentionDays: read.whole('EVENTS_RETENTION_DAYS', {
      fallback: 0,
      most: LONGEST_RETENTION_DAYS,
    }),
    stopTimeoutSeconds: read.whole('STOP_TIMEOUT_SECONDS', { fallback: 25, least: 1, most: 3_600 }),
  };
  if (read.faults.length > 0) throw new SettingsError(read.faults);
  return settings;
}

function publicOrigin(read: EnvironmentReader): string | undefined {
  const url = read.httpUrl('PUBLIC_URL');
  if (url === undefined || new URL(url).pathname === '/') return url;
  read.fault(
    'PUBLIC_URL must be an origin such as https://events.example.com, without a path, since the dashboard and ' +
      `the docs do not work below one; it is "${url}".`,
  );
  return undefined;
}

function dataDirectory(read: EnvironmentReader, workingDirectory: string): string {
  const given = read.text('CHAINTRAIL_DATA') ?? '.chaintrail';
  const directory = resolve(workingDirectory, given);
  // As it comes from the file of a service or a container: it would be a folder named ~, another one in each
  // working directory.
  if (/^~(\/|$)/.test(given)) {
    read.fault(
      `CHAINTRAIL_DATA must not begin with ~, which only a shell replaces; it is "${given}". ` +
        'Write the whole path, or ./~ for a folder of that name.',
    );
  }
  // The analytics engine would read these characters as a glob pattern of file names.
  if (/[*?{}]/.test(directory)) {
    read.fault(`CHAINTRAIL_DATA must be a path without * ? { }; it is "${directory}".`);
  }
  return directory;
}

function lifecycle(read: EnvironmentReader): LifecycleThresholds {
  const days = (name: string, fallback: number): number =>
    read.whole(`LIFECYCLE_${name}_DAYS`, { fallback, least: 1, most: 3_650 });
  return {
    churnedDays: days('CHURNED', DEFAULT_LIFECYCLE.churnedDays),
    newDays: days('NEW', DEFAULT_LIFECYCLE.newDays),
    powerUserDays: days('POWER_USER', DEFAULT_LIFECYCLE.powerUserDays),
    resurrectedDays: days('RESURRECTED', DEFAULT_LIFECYCLE.resurrectedDays),
    atRiskDays: days('AT_RISK', DEFAULT_LIFECYCLE.atRiskDays),
  };
}

/** URLs have brackets around an IPv6 address, as in `[::1]`; the system takes it only without them. */
const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1)$/.test(host);

/** Whether other machines can reach the server: by its own address, or through a proxy. */
function isForOthers(read: EnvironmentReader, host: string): boolean {
  const publicUrl = read.text('PUBLIC_URL') ?? '';
  const isPublic =
    URL.canParse(publicUrl) && !isLoopback(withoutBrackets(new URL(publicUrl).hostname));
  return !isLoopback(host) || isPublic || read.text('TRUST_PROXY') !== undefined;
}

function trustProxy(read: EnvironmentReader): { trustProxy?: string } {
  const given = read.text('TRUST_PROXY');
  if (given === undefined) return {};
  // Neither a count of proxies nor `true`: a caller who reaches the port directly could then claim any address.
  const addresses = read.list('TRUST_PROXY');
  if (addresses.length > 0 && addresses.every(isAddressRange)) {
    return { trustProxy: addresses.join(',') };
  }
  read.fault(
    `TRUST_PROXY must be the addresses of your proxies, such as 10.0.0.0/8 or loopback; ` +
      `it is "${given}".`,
  );
  return {};
}

function corsOrigins(read: EnvironmentReader): readonly string[] {
  return read.list('CORS_ORIGINS').map((given) => {
    const url = parseHttp(given);
    // Without a path, as browsers write it in the header `Origin`.
    if (url?.pathname === '/') return url.origin;
    read.fault(`CORS_ORIGINS must be origins such as https://app.example.com; one is "${given}".`);
    return given;
  });
}
