// Composes the area of alerts on open databases.
import { DatabaseUnavailableError } from '../database/database-errors.js';
import type { AnalyticsDatabase, ApplicationDatabase } from '../database/ports.js';
import { DomainError } from '../errors/domain-error.js';
import { within } from '../limits/deadline.js';
import type { Log } from '../log.js';
import type { LifecycleThresholds } from '../profiles/lifecycle.js';
import type { FindSegment } from '../profiles/service.js';
import { createDeliverer, type DeliverParts, iso } from './deliver/deliver.js';
import { createDeliveryStore } from './deliver/delivery-store.js';
import type { Resolve } from './deliver/post.js';
import { createSendHttp } from './deliver/send-http.js';
import { createMailer, type MailSettings } from './deliver/send-mail.js';
import { analyticsNow, createEvaluator } from './evaluate/evaluate.js';
import { createMatchStore } from './evaluate/match-store.js';
import { segmentMembers } from './evaluate/segment-members.js';
import { alertsHandlers } from './handlers.js';
import { type AlertsJob, createAlertsJob } from './job.js';
import { createAlertsService } from './service.js';
import { createAlertsStore } from './store.js';
import { createTestSend } from './test-send.js';

export interface AlertsSettings {
  /** Least time between two evaluations of an alert. */
  readonly everySeconds: number;
  /** Whether webhooks may call addresses that are not public. */
  readonly allowPrivate: boolean;
  readonly mail?: MailSettings;
  /** Origin of the dashboard, for links in messages to people. Default: no links. */
  readonly dashboard?: string;
}

export interface AlertsParts {
  readonly application: ApplicationDatabase;
  readonly analytics: Pick<AnalyticsDatabase, 'query'>;
  readonly settings: AlertsSettings;
  readonly lifecycle: LifecycleThresholds;
  readonly log: Log;
  readonly onAttempt?: DeliverParts['onAttempt'];
  /** Default: no segment exists. */
  readonly findSegment?: FindSegment;
  readonly now?: () => number;
  readonly random?: () => number;
  readonly resolve?: Resolve;
  readonly timeoutMs?: number;
  readonly pageSize?: number;
}

const noSegment: FindSegment = async (id) => {
  throw new DomainError('NOT_FOUND', `There is no segment ${JSON.stringify(id)}.`);
};

/**
 * How long reading the analytics clock may take. A write with an Idempotency-Key holds a transaction
 * meanwhile; PGlite runs one at a time, so everybody else waits, also those who send events.
 */
const NOW_WITHIN_MS = 2_000;
const unsaid = () =>
  new DatabaseUnavailableError(
    `The analytics database did not return its time within ${NOW_WITHIN_MS} ms.`,
  );

const DAY_MS = 24 * 60 * 60_000;
const KEEP_LOG_MS = 30 * DAY_MS;
const KEEP_MATCHES_MS = 7 * DAY_MS;

export function composeAlerts(parts: AlertsParts) {
  const { application, analytics, settings, log, now = Date.now } = parts;
  const { findSegment = noSegment, onAttempt, random, resolve, timeoutMs, pageSize } = parts;
  const { allowPrivate, mail, dashboard } = settings;
  const links = dashboard === undefined ? {} : { dashboard };
  const deliveries = createDeliveryStore(application);
  const matches = createMatchStore(application);
  const mailer = createMailer(mail && { ...mail, ...links }, timeoutMs);
  const stopping = new AbortController();
  const deliverer = createDeliverer({
    store: deliveries,
    http: createSendHttp({
      allowPrivate,
      now,
      ...links,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(resolve === undefined ? {} : { resolve }),
    }),
    mail: mailer.send,
    log,
    now,
    ...(random === undefined ? {} : { random }),
    ...(onAttempt === undefined ? {} : { onAttempt }),
  });
  const evaluator = createEvaluator({
    analytics,
    store: matches,
    lifecycle: parts.lifecycle,
    segments: segmentMembers(findSegment),
    log,
    now,
    everyMs: settings.everySeconds * 1_000,
    ...(pageSize === undefined ? {} : { pageSize }),
  });
  const job = createAlertsJob({
    ...evaluator,
    ...deliverer,
    log,
    async prune() {
      await deliveries.prune(iso(now() - KEEP_LOG_MS));
      await matches.prune(iso(now() - KEEP_MATCHES_MS));
    },
  });
  const service = createAlertsService({
    store: createAlertsStore(application),
    deliveries,
    testSend: createTestSend({ deliverer, store: deliveries, now, signal: stopping.signal }),
    allowPrivate,
    findSegment,
    beginning: async () => ({
      looksFrom: await within(analyticsNow(analytics), NOW_WITHIN_MS, unsaid),
      evaluatedAt: iso(now()),
    }),
  });
  const closing: Pick<AlertsJob, 'close'> = {
    async close() {
      stopping.abort();
      await job.close();
      mailer.close();
    },
  };
  return { handlers: alertsHandlers(service), service, job: { ...job, ...closing } };
}
