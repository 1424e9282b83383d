// Composes event ingestion, what depends on new events (profiles, day sums), and the deletion of persons.

import type { Closing } from '../closing.js';
import type { Databases } from '../database/open-databases.js';
import { createSaltExpiry } from '../events/enrichment/daily-salt.js';
import { openEnrichment } from '../events/enrichment/open-enrichment.js';
import { createExpireRefusedJob } from '../events/expire-refused.js';
import { type Ingestion, openIngestion } from '../events/ingestion.js';
import { composeForget } from '../forget/compose-forget.js';
import { createDaySums } from '../forget/day-sums.js';
import { createFinishDaySumsJob } from '../forget/finish-day-sums.js';
import { createFinishDeletionsJob } from '../forget/finish-deletions.js';
import { createForgetRefusedJob } from '../forget/forget-refused.js';
import { type Forgotten, openForgotten } from '../forget/forgotten.js';
import type { ForgetService } from '../forget/service.js';
import type { Job } from '../job.js';
import type { Log } from '../log.js';
import { createServerMetrics, type ServerMetrics } from '../metrics/server-metrics.js';
import { createExpireProfilesJob } from '../profiles/expire-profiles.js';
import { createProfileSnapshot, type ProfileSnapshot } from '../profiles/snapshot.js';
import { createWithoutRounds } from '../profiles/without-rounds.js';
import type { ServerSettings } from '../settings/settings.js';

export interface ComposeIngestionOptions {
  readonly settings: ServerSettings;
  readonly databases: Databases;
  readonly log: Log;
  readonly onClose: Closing['onClose'];
}

export interface ComposedIngestion {
  readonly ingestion: Ingestion;
  readonly metrics: ServerMetrics;
  readonly profileSnapshot: ProfileSnapshot;
  readonly forget: ForgetService;
  readonly forgotten: Forgotten;
  /** Resolves once every event that is accepted now is in the database. */
  readonly settle: () => Promise<void>;
  /**
   * Runs one task at a time, while no process computes profiles from data that the task deletes or changes.
   */
  readonly withoutRounds: <T>(work: () => Promise<T>) => Promise<T>;
  /** To be started once the server listens, and closed before the rest. */
  readonly jobs: readonly Job[];
}

const DRAIN_TIMEOUT_MS = 10_000;
/** How long a backup waits until all accepted events are in the database. */
const SETTLE_TIMEOUT_MS = 60_000;

export async function composeIngestion(
  options: ComposeIngestionOptions,
): Promise<ComposedIngestion> {
  const { settings, databases, log, onClose } = options;
  const { analytics, application, loadingAlone, inRound, betweenRounds } = databases;
  const metrics = createServerMetrics();
  const profileSnapshot = createProfileSnapshot({
    database: analytics,
    log,
    ...(inRound ? { inRound } : {}),
  });
  onClose(profileSnapshot.close);
  const forgotten = await openForgotten(analytics);
  const ingestion = await openIngestion({
    directory: settings.dataDirectory,
    maxJournalBytes: settings.maxJournalBytes,
    analytics,
    forgotten,
    log,
    observer: {
      ...metrics.ingestion,
      loaded(rows, tookMs) {
        metrics.ingestion.loaded(rows, tookMs);
        profileSnapshot.refreshSoon(tookMs);
      },
    },
    ...(await openEnrichment(settings, { application, log })),
    ...(loadingAlone ? { loadingAlone, shared: application } : {}),
  });
  onClose(() => ingestion.close(DRAIN_TIMEOUT_MS));
  metrics.watch(ingestion);
  const settle = () => ingestion.settle(SETTLE_TIMEOUT_MS);
  const { removeQuarantined, withoutLoads } = ingestion;
  profileSnapshot.refreshSoon();
  const withoutRounds = createWithoutRounds(profileSnapshot, betweenRounds);
  const work = { settle, withoutLoads, withoutRounds, removeQuarantined };
  const { dataDirectory, retentionDays: days } = settings;
  const forget = composeForget({ analytics, dataDirectory, application, forgotten, ...work });
  const daySums = createDaySums(analytics, dataDirectory);
  const jobs = [
    createFinishDaySumsJob({ daySums, log, withoutLoads }),
    createFinishDeletionsJob({ forget, isShared: loadingAlone !== undefined, log }),
    createSaltExpiry(application, (error) =>
      log.error(
        'Session salts of earlier days could not be deleted; the server will try again.',
        error,
      ),
    ),
    // Only with several processes (shared ClickHouse): another one may have forgotten a person meanwhile.
    ...(loadingAlone ? [createForgetRefusedJob({ forgotten, removeQuarantined, log })] : []),
    ...(days > 0
      ? [
          createExpireProfilesJob({ database: analytics, days, withoutRounds, log }),
          createExpireRefusedJob({ days, removeQuarantined, log }),
        ]
      : []),
  ];
  return { ingestion, metrics, profileSnapshot, forget, forgotten, settle, withoutRounds, jobs };
}
