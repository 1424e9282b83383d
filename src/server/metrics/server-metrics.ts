// What the server measures of itself.
import type { ReadingObserver } from '../contracts/logs/contract-reader.js';
import type { AnalyticsDatabase } from '../database/ports.js';
import type { Ingestion, IngestionObserver } from '../events/ingestion.js';
import type { AnsweredRequest } from '../http/app.js';
import { createRegistry, type Registry } from './registry.js';

export interface ServerMetrics {
  readonly onAnswer: (request: AnsweredRequest) => void;
  readonly ingestion: IngestionObserver;
  readonly contracts: ReadingObserver;
  /** Adds the gauges of ingestion, which are read at each rendering. */
  readonly watch: (
    ingestion: Pick<Ingestion, 'journalBytes' | 'journalLagMs' | 'quarantinedCount'>,
  ) => void;
  /** The same database, timed. */
  readonly timed: <Database extends AnalyticsDatabase>(database: Database) => Database;
  /** Told of each attempt to deliver what an alert found. */
  readonly alertAttempt: (type: string, outcome: string) => void;
  readonly render: () => string;
}

/** Seconds: an ingestion takes milliseconds, a question about a year takes seconds. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createServerMetrics(): ServerMetrics {
  const registry = createRegistry();
  addProcess(registry);
  return {
    onAnswer: requestMetrics(registry),
    ingestion: ingestionMetrics(registry),
    contracts: contractMetrics(registry),
    watch: (ingestion) => addIngestion(registry, ingestion),
    timed: queryMetrics(registry),
    alertAttempt: alertMetrics(registry),
    render: registry.render,
  };
}

function requestMetrics(registry: Registry): ServerMetrics['onAnswer'] {
  const requests = registry.counter({
    name: 'chaintrail_http_requests_total',
    help: 'Requests answered, by route.',
    labels: ['method', 'route', 'status'],
  });
  const durations = registry.histogram({
    name: 'chaintrail_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its answer.',
    labels: ['method', 'route'],
    buckets: SECONDS,
  });
  const rateLimited = registry.counter({
    name: 'chaintrail_rate_limited_requests_total',
    help: 'Requests refused by a rate limit.',
    labels: ['route'],
  });
  return ({ method, route, status, ms }) => {
    requests.add(1, method, route, String(status));
    durations.observe(ms / 1_000, method, route);
    if (status === 429) rateLimited.add(1, route);
  };
}

function ingestionMetrics(registry: Registry): IngestionObserver {
  const events = registry.counter({
    name: 'chaintrail_events_total',
    help: 'Events of answered batches: accepted, duplicated (already stored), quarantined or forgotten (of a deleted person).',
    labels: ['outcome'],
  });
  for (const outcome of ['accepted', 'duplicated', 'quarantined', 'forgotten'])
    events.add(0, outcome);
  const rows = registry.counter({
    name: 'chaintrail_rows_written_total',
    help: 'Events written to the analytics database.',
  });
  const failures = registry.counter({
    name: 'chaintrail_load_failures_total',
    help: 'Failed attempts to write a journal segment; each is retried.',
  });
  return {
    received({ accepted, duplicated, quarantined, forgotten }) {
      events.add(accepted, 'accepted');
      events.add(duplicated, 'duplicated');
      events.add(quarantined, 'quarantined');
      events.add(forgotten, 'forgotten');
    },
    loaded: (count) => rows.add(count),
    loadFailed: () => failures.add(1),
  };
}

function alertMetrics(registry: Registry): ServerMetrics['alertAttempt'] {
  const attempts = registry.counter({
    name: 'chaintrail_alert_delivery_attempts_total',
    help: 'Attempts to deliver alerts, by outcome: delivered, retry, failed, gone or undeliverable.',
    labels: ['type', 'outcome'],
  });
  return (type, outcome) => attempts.add(1, type, outcome);
}

function contractMetrics(registry: Registry): ReadingObserver {
  const logs = registry.counter({
    name: 'chaintrail_contract_logs_total',
    help: 'Contract logs that were read: decoded into events, or not matching the ABI.',
    labels: ['chain', 'outcome'],
  });
  const failures = registry.counter({
    name: 'chaintrail_contract_read_failures_total',
    help: 'Failed attempts to read the logs of a chain; each is retried.',
    labels: ['chain'],
  });
  const reorganisations = registry.counter({
    name: 'chaintrail_contract_reorganisations_total',
    help: 'Chain reorganisations that removed blocks already read.',
    labels: ['chain'],
  });
  return {
    read(chainId, { events, undecodable }) {
      logs.add(events, String(chainId), 'decoded');
      logs.add(undecodable, String(chainId), 'undecodable');
    },
    readFailed: (chainId) => failures.add(1, String(chainId)),
    reorganised: (chainId) => reorganisations.add(1, String(chainId)),
  };
}

function addIngestion(registry: Registry, ingestion: Parameters<ServerMetrics['watch']>[0]): void {
  const { journalBytes, journalLagMs, quarantinedCount } = ingestion;
  registry.gauge(
    { name: 'chaintrail_journal_bytes', help: 'Accepted events that wait for the database.' },
    journalBytes,
  );
  registry.gauge(
    {
      name: 'chaintrail_journal_lag_seconds',
      help: 'How long the oldest of these events has waited.',
    },
    () => journalLagMs() / 1_000,
  );
  registry.gauge(
    { name: 'chaintrail_quarantine_events', help: 'Refused events that are kept.' },
    quarantinedCount,
  );
}

function queryMetrics(registry: Registry): ServerMetrics['timed'] {
  const durations = registry.histogram({
    name: 'chaintrail_query_duration_seconds',
    help: 'Time of queries to the analytics database, waiting included.',
    labels: ['outcome'],
    buckets: SECONDS,
  });
  return (database) => ({
    ...database,
    async query(sql, params, options) {
      const begun = performance.now();
      let outcome = 'failed';
      try {
        const result = await database.query(sql, params, options);
        outcome = 'answered';
        return result;
      } finally {
        durations.observe((performance.now() - begun) / 1_000, outcome);
      }
    },
  });
}

/** Metrics of the process, under the names that Prometheus' client libraries give them and dashboards know. */
function addProcess(registry: Registry): void {
  registry.gauge(
    { name: 'process_resident_memory_bytes', help: 'Memory of the process, without the engine.' },
    () => process.memoryUsage.rss(),
  );
  registry.total({ name: 'process_cpu_seconds_total', help: 'CPU time of the process.' }, () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  const startedAt = Date.now() / 1_000 - process.uptime();
  registry.gauge(
    { name: 'process_start_time_seconds', help: 'Start time of the process, since 1970.' },
    () => startedAt,
  );
}
