// Fills a data folder from a backup.
import { constants, openAsBlob } from 'node:fs';
import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createClosing } from '../closing.js';
import { exists } from '../data-folder/exists.js';
import { makeFolder } from '../data-folder/make-folder.js';
import { openAnalytics } from '../database/analytics/open-analytics.js';
import { openApplication } from '../database/application/open-application.js';
import { databaseDirectories } from '../database/open-databases.js';
import { requireUsable } from '../database/usable.js';
import { DomainError } from '../errors/domain-error.js';
import { reasonOf } from '../errors/reason-of.js';
import { type BackupManifest, layoutOf, readManifest } from './manifest.js';
import { beginAlone, isMarked, mark, unmark } from './restore-mark.js';

export interface RestoreFacts extends BackupManifest {
  readonly data_directory: string;
  /** The number of rows in the restored table of events. */
  readonly event_rows: number;
}

/**
 * @param request.from a folder that `backUp` wrote
 * @param request.dataDirectory must hold no data, and no server may run on it
 * @throws DatabaseInUseError while another restore into it is under way
 */
export async function restore(request: {
  readonly from: string;
  readonly dataDirectory: string;
}): Promise<RestoreFacts> {
  const { from, dataDirectory } = request;
  const manifest = await readManifest(from).catch(refuseUnreadable);
  if (manifest === undefined) {
    throw new DomainError(
      'BAD_REQUEST',
      `${from} is not a complete backup: backup.json is missing or has another format. ` +
        'Name a folder that "chaintrail backup <dir>" made.',
    );
  }
  await requireParts(from).catch(refuseUnreadable);
  await makeFolder(dataDirectory);
  const letOthersBegin = await beginAlone(dataDirectory);
  try {
    await makeRoom(dataDirectory);
    await mark(dataDirectory);
    const eventRows = await fill(from, dataDirectory);
    await unmark(dataDirectory);
    return { ...manifest, data_directory: dataDirectory, event_rows: eventRows };
  } finally {
    await letOthersBegin();
  }
}

/** Checks the parts, since a copied backup may be incomplete although its manifest is there. */
async function requireParts(from: string): Promise<void> {
  const { analytics, application } = layoutOf(from);
  for (const part of [analytics, application]) {
    if (await exists(part)) continue;
    throw new DomainError('BAD_REQUEST', `The backup is not complete: ${part} cannot be read.`);
  }
  // Before anything is written: each database names such a file in words of its own, or not at all.
  await requireUsable(from, constants.R_OK);
}

/** A backup belongs to the user who ran the command or the server, often root, and only that user may read it. */
function refuseUnreadable(error: unknown): never {
  if (error instanceof DomainError) throw error;
  throw new DomainError(
    'BAD_REQUEST',
    `The backup cannot be read: ${reasonOf(error)}. Run the command as the user who made it, or give this user ` +
      'all of its files (chown -R).',
  );
}

const PARTS = ['analytics', 'analytics.owner.json', 'application', 'quarantine', 'journal'];

/** Removes the remains of a restore that was cut short; refuses a folder with any other data. */
async function makeRoom(dataDirectory: string): Promise<void> {
  if (await isMarked(dataDirectory)) {
    for (const name of PARTS) {
      await rm(join(dataDirectory, name), { recursive: true, force: true });
    }
    return;
  }
  const name = (await readdir(dataDirectory)).find((one) => PARTS.includes(one));
  if (name === undefined) return;
  throw new DomainError(
    'CONFLICT',
    `${dataDirectory} already contains data (${name}). Stop its server and move it away, ` +
      'or set CHAINTRAIL_DATA to another folder.',
  );
}

async function fill(from: string, dataDirectory: string): Promise<number> {
  const layout = layoutOf(from);
  const { analyticsDirectory, applicationDirectory } = databaseDirectories(dataDirectory);
  const { onClose, close } = createClosing();
  try {
    const analytics = await openAnalytics({
      directory: analyticsDirectory,
      restoreFrom: layout.analytics,
    });
    onClose(() => analytics.close());
    const application = await openApplication({
      directory: applicationDirectory,
      dumped: await openAsBlob(layout.application),
    });
    onClose(() => application.close());
    // An empty folder may be missing in the backup: object storage, for one, does not keep empty folders.
    if (await exists(layout.quarantine)) {
      await cp(layout.quarantine, join(dataDirectory, 'quarantine'), { recursive: true });
    }
    const { data } = await analytics.query<{ count: number }>(
      'SELECT count() AS count FROM events',
    );
    return data[0]?.count ?? 0;
  } finally {
    await close();
  }
}
