// Starts and stops the server: opens the databases, composes the app on them, and listens.
import { adminParts } from '../admin/admin-parts.js';
import { openAdminChannel } from '../admin/listen.js';
import { runOperation } from '../admin/operations.js';
import { type Closing, createClosing } from '../closing.js';
import { startLogReading } from '../contracts/compose-log-reading.js';
import { applyRetention } from '../database/analytics/retention.js';
import { type Databases, openDatabases } from '../database/open-databases.js';
import type { Job } from '../job.js';
import { prepareKeys, type StartKeys } from '../keys/first-start.js';
import { createInventory } from '../keys/inventory.js';
import { createLog, type Log } from '../log.js';
import { requirePayee } from '../payments/require-payee.js';
import { requireWorkspace } from '../payments/require-workspace.js';
import { clearEnrichment } from '../profiles/enrich.js';
import { createRepeatingJob } from '../repeating-job.js';
import type { ServerSettings } from '../settings/settings.js';
import { composeApp } from './compose-app.js';
import { composeIngestion } from './compose-ingestion.js';

/** A running, listening server. */
export interface RunningServer {
  /** Origin by which callers reach the server. */
  readonly url: string;
  /** Origin on which the server listens; differs from `url` when a proxy is in front. */
  readonly listensAt: string;
  readonly projectId: string;
  readonly writeKey: string;
  /** Present only at the first start; call `markShown` once somebody has been shown the key. */
  readonly newApiKey?: NonNullable<StartKeys['newApiKey']>;
  /** Finishes requests, loads the journal into the database as far as time allows, and closes everything. */
  close(): Promise<void>;
}

const REQUESTS_TIMEOUT_MS = 5_000;
const TIDY_EVERY_MS = 60 * 60_000;

/**
 * @throws DatabaseInUseError when another process owns the data folder
 * @throws what listening throws, such as EADDRINUSE; everything that was opened is closed before
 */
export async function startServer(settings: ServerSettings): Promise<RunningServer> {
  const { onClose, close } = createClosing();
  try {
    return { ...(await open(settings, onClose)), close };
  } catch (error) {
    // The error of the start matters more than errors while closing again.
    await close().catch(() => {});
    throw error;
  }
}

async function open(settings: ServerSettings, onClose: Closing['onClose']) {
  const log = createLog(settings.log);
  const { dataDirectory } = settings;
  let url = settings.publicUrl ?? urlOf(settings.host, settings.port);
  const publicUrl = () => url;

  requirePayee(settings.payments);
  const databases = await openDatabases({ ...settings, url, onClose });
  const { analytics, application } = databases;
  await clearEnrichment(dataDirectory);
  const keys = await prepareKeys(application, {
    isShared: settings.postgresUrl !== undefined,
  });
  await requireWorkspace(settings.payments, createInventory(application).workspaces);
  await applyRetention(analytics, settings.retentionDays);
  const composed = await composeIngestion({ settings, databases, log, onClose });
  const { ingestion, metrics, profileSnapshot, forget, forgotten, settle, withoutRounds } =
    composed;
  const reading = { rpc: settings.rpc, databases, ingestion, settle, withoutRounds, log };
  const logReading = startLogReading({ ...reading, observer: metrics.contracts });
  onClose(logReading.close);
  const parts = adminParts({
    databases,
    dataDirectory,
    secret: keys.secret,
    settle,
    withoutLoads: ingestion.withoutLoads,
    withoutRounds,
    removeQuarantined: ingestion.removeQuarantined,
    forget,
    forgotten,
    alerts: settings.alerts,
    log,
  });
  const run = (operation: string, params: unknown) => runOperation(parts, operation, params);
  const channel = await openAdminChannel({ dataDirectory, run, log });
  onClose(channel.close);

  const { app, jobs } = composeApp({
    settings,
    analytics,
    application,
    keys,
    ingestion,
    profileSnapshot,
    forget,
    logReading,
    publicUrl,
    log,
    metrics,
  });
  onClose(() => app.close(REQUESTS_TIMEOUT_MS));
  const port = await app.listen(settings);
  const listensAt = urlOf(settings.host, port);
  url = settings.publicUrl ?? listensAt;
  for (const job of [...composed.jobs, ...jobs, ...tidying(databases, log)]) {
    onClose(job.close);
    job.start();
  }
  const { projectId, writeKey, newApiKey } = keys;
  const shown = newApiKey === undefined ? {} : { newApiKey };
  return { url, listensAt, projectId, writeKey, ...shown };
}

const tidying = ({ tidyApplication }: Databases, log: Log): readonly Job[] =>
  tidyApplication
    ? [
        createRepeatingJob({
          run: tidyApplication,
          everyMs: TIDY_EVERY_MS,
          onFailure: (error) =>
            log.error('The application database could not be compacted.', error),
        }),
      ]
    : [];

/** Whether the host means all addresses of this machine, and so names none of them. */
export const isAnyAddress = (host: string): boolean => /^(0\.0\.0\.0|\[::\])$/.test(inUrl(host));

/** An address that a browser on this machine can open. */
const urlOf = (host: string, port: number): string =>
  `http://${isAnyAddress(host) ? 'localhost' : inUrl(host)}:${port}`;

/** The host as browsers write it in a URL, in which `0` is 0.0.0.0, and `::0` is [::]. */
function inUrl(host: string): string {
  const name = host.includes(':') ? `[${host}]` : host;
  return URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : name;
}
