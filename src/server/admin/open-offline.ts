// Runs admin operations on a data folder that no server has open.
import type { AlertsSettings } from '../alerts/compose-alerts.js';
import { createClosing } from '../closing.js';
import { type Ingestion, openIngestion } from '../events/ingestion.js';
import { composeForget } from '../forget/compose-forget.js';
import { openForgotten } from '../forget/forgotten.js';
import { openSecret } from '../keys/first-start.js';
import { createLog } from '../log.js';
import { type DatabaseSettings, type Databases, openDatabases } from '../open-databases.js';
import { adminParts } from './admin-parts.js';
import type { Admin, AdminOutput } from './operations.js';
import { runOperation } from './operations.js';

export interface OfflineAdmin extends Admin {
  close(): Promise<void>;
}

export interface OfflineSettings extends DatabaseSettings {
  /** Default: no mail, public addresses alone. */
  readonly alerts?: AlertsSettings;
}

/** No command is done while somebody waits for it longer. */
const SETTLE_TIMEOUT_MS = 600_000;

/** @throws what opening the databases throws, such as DatabaseInUseError */
export async function openOffline(settings: OfflineSettings): Promise<OfflineAdmin> {
  const { dataDirectory } = settings;
  const { onClose, close } = createClosing();
  try {
    const log = createLog('errors', (line) => void process.stderr.write(line));
    const databases = await openDatabases({ ...settings, onClose });
    const secret = await openSecret(databases.application);
    const withIngestion = <T>(work: (ingestion: Ingestion) => Promise<T>): Promise<T> =>
      workOnJournal(dataDirectory, databases, work);
    const settle = () => withIngestion((ingestion) => ingestion.settle(SETTLE_TIMEOUT_MS));
    const { analytics, loadingAlone } = databases;
    const forget = composeForget({
      analytics,
      application: databases.application,
      forgotten: await openForgotten(analytics),
      settle,
      ...(loadingAlone ? { withoutLoads: loadingAlone } : {}),
      removeQuarantined: (isRemoved) => withIngestion((it) => it.removeQuarantined(isRemoved)),
    });
    const parts = adminParts({
      databases,
      dataDirectory,
      secret,
      settle,
      forget,
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

/** Events that a server accepted and did not come to load before it was killed, and refused ones. */
async function workOnJournal<T>(
  directory: string,
  { analytics, loadingAlone }: Databases,
  work: (ingestion: Ingestion) => Promise<T>,
): Promise<T> {
  const ingestion = await openIngestion({
    directory,
    // Nothing is accepted here.
    maxJournalBytes: 0,
    analytics,
    ...(loadingAlone ? { loadingAlone } : {}),
    log: createLog('errors', (line) => void process.stderr.write(line)),
  });
  try {
    return await work(ingestion);
  } finally {
    await ingestion.close(0);
  }
}
