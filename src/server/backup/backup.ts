// Copies all data of a server into a folder, while the server runs.
import { cp, mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { makeFolder } from '../data-folder/make-folder.js';
import { namesIn } from '../data-folder/names-in.js';
import type { Databases } from '../database/open-databases.js';
import { DomainError } from '../errors/domain-error.js';
import { reasonOf } from '../errors/reason-of.js';
import { syncDirectory, syncFile } from '../events/journal/append-disk.js';
import { isQuarantineFile, quarantineFolder } from '../events/quarantine.js';
import { type BackupManifest, layoutOf, readManifest, writeManifest } from './manifest.js';

export interface BackupFacts extends BackupManifest {
  readonly directory: string;
  readonly files: number;
  readonly bytes: number;
}

export interface BackupParts {
  readonly databases: Pick<Databases, 'copying'>;
  /** Resolves once every event that is accepted now is in the database. */
  readonly settle: () => Promise<void>;
  /** Runs work while no events are loaded into the analytics database. */
  readonly withoutLoads: <T>(work: () => Promise<T>) => Promise<T>;
  /**
   * Finishes the rollup repair of a deletion that was cut short; the note about it is not part of a backup.
   */
  readonly finishDeletion: () => Promise<void>;
  readonly dataDirectory: string;
}

/**
 * The backup has at least every event that was acknowledged before the call. Run one at a time: a backup in
 * progress looks like one that was cut short, whose files the next call would remove.
 *
 * @param directory absolute; missing, empty, or holding a backup that was cut short
 */
export async function backUp(parts: BackupParts, directory: string): Promise<BackupFacts> {
  requireCopying(parts.databases);
  await makeRoom(directory);
  try {
    return await copyAll(parts, directory);
  } catch (error) {
    await removeParts(directory).catch(() => {});
    throw error;
  }
}

async function copyAll(parts: BackupParts, directory: string): Promise<BackupFacts> {
  const { analytics, application } = requireCopying(parts.databases);
  const layout = layoutOf(directory);
  const createdAt = new Date();
  await writeFile(layout.mark, 'A backup is in progress. It removes this file when it is done.\n');
  // Copied before the events: otherwise a contract's logs could count as read while their events are missing.
  await writeBlob(layout.application, await application());
  await parts.settle();
  // The engine copies one table after the other, so a load meanwhile would be in some tables only. The
  // rollups are filled by inserts alone and would never catch up. The journal still accepts events.
  await parts.withoutLoads(async () => {
    await parts.finishDeletion();
    await analytics(layout.analytics);
  });
  await copyQuarantine(quarantineFolder(parts.dataDirectory), layout.quarantine);
  await syncTree(directory);
  const manifest = await writeManifest(directory, createdAt);
  await rm(layout.mark);
  return { ...manifest, directory, ...(await syncTree(directory)) };
}

/** @throws {DomainError} BAD_REQUEST when a database is a server */
function requireCopying({ copying: { analytics, application } }: Pick<Databases, 'copying'>) {
  if (analytics !== undefined && application !== undefined) return { analytics, application };
  throw new DomainError(
    'BAD_REQUEST',
    'backup copies the data folder, but a database of this server is outside of it. Use the tools of ' +
      'ClickHouse (BACKUP DATABASE ... TO ...) and of Postgres (pg_dump).',
  );
}

async function makeRoom(directory: string): Promise<void> {
  try {
    // Made readable for this user alone, since the backup holds keys and personal data.
    await makeFolder(directory);
    if (await isCutShort(directory)) await removeParts(directory);
    const [name] = await readdir(directory);
    if (name === undefined) return;
    const whole = await readManifest(directory);
    const content = whole ? `the complete backup of ${whole.created_at}` : name;
    throw new DomainError(
      'CONFLICT',
      `${directory} is not empty: it contains ${content}. Name a new or an empty folder.`,
    );
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError('BAD_REQUEST', `${directory} cannot be written to: ${reasonOf(error)}.`);
  }
}

async function isCutShort(directory: string): Promise<boolean> {
  const { mark, manifest } = layoutOf(directory);
  const names = await readdir(directory);
  return names.includes(basename(mark)) && !names.includes(basename(manifest));
}

/** Removes the parts of a backup, but not the folder itself, which may be a mount point. */
async function removeParts(directory: string): Promise<void> {
  for (const path of Object.values(layoutOf(directory))) {
    await rm(path, { recursive: true, force: true });
  }
}

async function writeBlob(path: string, blob: Blob): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(new Uint8Array(await blob.arrayBuffer()));
  } finally {
    await file.close();
  }
}

/** Copies quarantine files alone: other names are foreign folders, or drafts that are about to be renamed. */
async function copyQuarantine(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const name of (await namesIn(from)).filter(isQuarantineFile)) {
    await cp(join(from, name), join(to, name)).catch((error) => {
      // The quarantine may have dropped its oldest files since, to make room for new ones.
      if (error.code !== 'ENOENT') throw error;
    });
  }
}

/** Syncs every file and folder below to disk, so that they survive a power cut, and counts them. */
async function syncTree(directory: string): Promise<{ files: number; bytes: number }> {
  const total = { files: 0, bytes: 0 };
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) {
      const inside = await syncTree(path);
      total.files += inside.files;
      total.bytes += inside.bytes;
    } else {
      total.files += 1;
      await syncFile(path);
      total.bytes += (await stat(path)).size;
    }
  }
  await syncDirectory(directory);
  return total;
}
