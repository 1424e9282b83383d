// Runs admin operations on a data folder that no server has open.
import type { AlertsSettings } from '../alerts/compose-alerts.js';
import { createClosing } from '../closing.js';
import {
  type DatabaseSettings,
  type Databases,
  openDatabases,
} from '../database/open-databases.js';
import { createHalfStored } from '../events/half-stored.js';
import { type IngestionOptions, openIngestion } from '../events/ingestion.js';
import { openQuarantine, type Quarantine, quarantineFolder } from '../events/quarantine.js';
import type { Alone } from '../events/take-turns.js';
import { createWithoutLoads } from '../events/without-loads.js';
import { composeForget } from '../forget/compose-forget.js';
import { openForgotten } from '../forget/forgotten.js';
import { openSecret } from '../keys/first-start.js';
import { createLog } from '../log.js';
import { clearEnrichment } from '../profiles/enrich.js';
import { adminParts } from './admin-parts.js';
import type { Admin, AdminOutput } from './operations.js';
import { runOperation } from './operations.js';

export interface OfflineAdmin extends Admin {
  close(): Promise<void>;
}

export interface OfflineSettings extends DatabaseSettings {
  /** Default: no mail server, and webhooks to public addresses alone. */
  readonly alerts?: AlertsSettings;
}

/** How long a command may load the journal before it gives up. */
const SETTLE_TIMEOUT_MS = 600_000;

/** @throws what opening the databases throws, such as DatabaseInUseError */
export async function openOffline(settings: OfflineSettings): Promise<OfflineAdmin> {
  const { dataDirectory } = settings;
  const { onClose, close } = createClosing();
  try {
    const log = createLog('errors', (line) => void process.stderr.write(line));
    const databases = await openDatabases({ ...settings, onClose });
    await clearEnrichment(dataDirectory);
    const secret = await openSecret(databases.application);
    const { analytics, application, loadingAlone } = databases;
    const withoutLoads: Alone = loadingAlone
      ? createWithoutLoads(loadingAlone, createHalfStored([], application))
      : (work) => work();
    const withoutRounds: Alone = databases.betweenRounds ?? ((work) => work());
    const forgotten = await openForgotten(analytics);
    const settle = () => loadJournal(databases, { directory: dataDirectory, forgotten, log });
    const removeQuarantined: Quarantine['remove'] = (isRemoved) =>
      removeFromFiles(dataDirectory, isRemoved);
    const forget = composeForget({
      analytics,
      dataDirectory,
      application,
      forgotten,
      settle,
      withoutLoads,
      withoutRounds,
      removeQuarantined,
    });
    const parts = adminParts({
      databases,
      dataDirectory,
      secret,
      settle,
      withoutLoads,
      withoutRounds,
      removeQuarantined,
      forget,
      forgotten,
      alerts: settings.alerts ?? { everySeconds: 300, allowPrivate: false },
      log,
    });
    return {
      call: async (operation, params) =>
        (await runOperation(parts, operation, params)) as AdminOutput<typeof operation>,
      close,
    };
  } catch (error) {
    await close().catch(() => {});
    throw error;
  }
}

/** Loads the events that a server had accepted but not loaded before it was killed. */
async function loadJournal(
  { analytics, application, loadingAlone }: Databases,
  options: Pick<IngestionOptions, 'directory' | 'forgotten' | 'log'>,
): Promise<void> {
  const ingestion = await openIngestion({
    ...options,
    // The command loads the journal and accepts no new events.
    maxJournalBytes: 0,
    analytics,
    ...(loadingAlone ? { loadingAlone, shared: application } : {}),
  });
  try {
    await ingestion.settle(SETTLE_TIMEOUT_MS);
  } finally {
    await ingestion.close(0);
  }
}

/** Opens the quarantine without the journal: opening ingestion would load events, which a deletion must exclude. */
async function removeFromFiles(
  dataDirectory: string,
  isRemoved: Parameters<Quarantine['remove']>[0],
): Promise<number> {
  const quarantine = await openQuarantine({ directory: quarantineFolder(dataDirectory) });
  try {
    return await quarantine.remove(isRemoved);
  } finally {
    await quarantine.close();
  }
}
