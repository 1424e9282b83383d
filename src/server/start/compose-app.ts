// The composition root of the HTTP app: creates the areas, the API and the pages on open databases.
import { createOpenAiModel } from '../chat/open-ai-model.js';
import type { LogReading } from '../contracts/compose-contracts.js';
import { createDashboard } from '../dashboard/routes.js';
import { createJoinedDatabase } from '../database/application/joined-database.js';
import type { AnalyticsDatabase, ApplicationDatabase } from '../database/ports.js';
import { createDemo } from '../demo/routes.js';
import { docsRoutes } from '../docs/routes.js';
import type { Ingestion } from '../events/ingestion.js';
import type { ForgetService } from '../forget/service.js';
import { type App, createApp } from '../http/app.js';
import { errorsPage } from '../http/errors-page.js';
import { metricsRoute } from '../http/metrics-route.js';
import type { PageBody, PageRoute } from '../http/page-route.js';
import { createRateLimiter } from '../http/rate-limit.js';
import { referencePage } from '../http/reference/reference-page.js';
import { scriptRoute } from '../http/script-route.js';
import { serviceRoutes } from '../http/service-routes.js';
import { createIdempotency } from '../idempotency/service.js';
import type { Job } from '../job.js';
import { createApiKeys } from '../keys/api-keys.js';
import type { StartKeys } from '../keys/first-start.js';
import { createKeysStore } from '../keys/store.js';
import { createWriteKeys } from '../keys/write-keys.js';
import type { Log } from '../log.js';
import type { ServerMetrics } from '../metrics/server-metrics.js';
import { fromPackageRoot } from '../package-root.js';
import { composePayments } from '../payments/compose-payments.js';
import type { ProfileSnapshot } from '../profiles/snapshot.js';
import type { ServerSettings } from '../settings/settings.js';
import { composeAreas } from './compose-areas.js';

export interface ComposeOptions {
  readonly settings: ServerSettings;
  readonly analytics: AnalyticsDatabase;
  readonly application: ApplicationDatabase;
  readonly keys: StartKeys;
  readonly ingestion: Pick<Ingestion, 'service' | 'isReady'>;
  readonly profileSnapshot: ProfileSnapshot;
  readonly forget: ForgetService;
  readonly logReading: LogReading;
  /** Final only once the server listens: with PORT=0 the port is not known earlier. */
  readonly publicUrl: () => string;
  readonly log: Log;
  readonly metrics: ServerMetrics;
}

const SECOND_MS = 1_000;
/** Each open demo page sends a request every two seconds. */
const DEMO_REQUESTS_PER_SECOND = 50;
const QUARTER_HOUR_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;

export interface ComposedApp {
  readonly app: App;
  /** To be started once the app listens, and closed before the app. */
  readonly jobs: readonly Job[];
}

export function composeApp(options: ComposeOptions): ComposedApp {
  const { settings, keys, publicUrl, log, metrics } = options;
  const application = createJoinedDatabase(options.application);
  const analytics = metrics.timed(options.analytics);
  const { perSecond, per15Minutes } = settings.rateLimit;
  const keysStore = createKeysStore(application);
  const writeKeys = createWriteKeys({ secret: keys.secret, store: keysStore });
  const dashboard = createDashboard({
    assetsDirectory: fromPackageRoot('dist/dashboard'),
    demo: settings.demo,
    publicUrl,
  });
  const areas = composeAreas({
    analytics,
    application,
    writeKeys,
    profileSnapshot: options.profileSnapshot,
    forget: options.forget,
    lifecycle: settings.lifecycle,
    boardsPerProject: settings.boardsPerProject,
    boardPage: dashboard.page,
    ...(settings.chat === undefined ? {} : { chatModel: createOpenAiModel(settings.chat) }),
    alerts: { settings: settings.alerts, onAttempt: metrics.alertAttempt },
    log,
    logReading: options.logReading,
  });
  const idempotency = createIdempotency({
    database: application,
    ttlMs: settings.idempotencyTtlHours * HOUR_MS,
    onSweepFailure: (cause) => log.error('Old idempotency keys could not be deleted.', cause),
  });
  const app = createApp({
    api: {
      apiKeys: createApiKeys(keysStore),
      rateLimiter: createRateLimiter([
        { ms: SECOND_MS, limit: perSecond },
        { ms: QUARTER_HOUR_MS, limit: per15Minutes },
      ]),
      idempotency,
      handlers: areas.handlers,
      ...(settings.payments === undefined
        ? {}
        : {
            payments: composePayments({
              settings: settings.payments,
              application,
              publicUrl,
              secret: keys.secret,
            }),
          }),
    },
    ingestion: {
      writeKeys,
      events: options.ingestion.service,
      rateLimiter: createRateLimiter([{ ms: SECOND_MS, limit: settings.eventRequestsPerSecond }]),
    },
    pages: [...pages(options), ...dashboard.routes, ...areas.pages],
    publicUrl,
    ...(settings.trustProxy === undefined ? {} : { trustProxy: settings.trustProxy }),
    corsOrigins: settings.corsOrigins,
    onAnswer: metrics.onAnswer,
    log,
  });
  return { app, jobs: [...areas.jobs, idempotency.sweeping] };
}

const pages = ({
  settings,
  metrics,
  analytics,
  application,
  ingestion,
  keys,
  publicUrl,
}: ComposeOptions): readonly PageRoute<PageBody>[] => [
  ...serviceRoutes({
    publicUrl,
    dependencies: {
      analytics,
      application: { isReady: application.isReady, fault: 'does not answer, or can only be read' },
      journal: {
        isReady: ingestion.isReady,
        fault: 'cannot accept events: it or its disk is full',
      },
    },
  }),
  metricsRoute({ render: metrics.render, token: settings.metricsToken }),
  errorsPage,
  ...docsRoutes(fromPackageRoot('dist/server/docs')),
  referencePage(publicUrl),
  scriptRoute(fromPackageRoot('dist/chaintrail.js')),
  ...(settings.demo
    ? createDemo({
        writeKey: keys.writeKey,
        projectId: keys.projectId,
        publicUrl,
        analytics,
        assetsDirectory: fromPackageRoot('dist/server/demo'),
        rateLimiter: createRateLimiter([{ ms: SECOND_MS, limit: DEMO_REQUESTS_PER_SECOND }]),
      })
    : []),
];
