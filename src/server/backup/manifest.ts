// The layout of a backup, and its manifest, which shows that it is complete.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exists } from '../data-folder/exists.js';
import { readOwnManifest } from '../package-root.js';
import { parseJson } from '../parse-json.js';

export interface BackupManifest {
  /** The version of this layout. */
  readonly format: 1;
  /** ISO 8601. Every event that was acknowledged before is in the backup. */
  readonly created_at: string;
  /** The version of this program that made it. */
  readonly version: string;
}

/** Files and folders of a backup. */
export const layoutOf = (directory: string) => ({
  manifest: join(directory, 'backup.json'),
  /** A folder as the engine's BACKUP writes it. */
  analytics: join(directory, 'analytics'),
  /** A Postgres data directory. */
  application: join(directory, 'application.tar'),
  /** Refused events, as the server stores them. */
  quarantine: join(directory, 'quarantine'),
  /** Exists while the backup is written. Last in this list, so that `removeParts` removes it last. */
  mark: join(directory, 'backing-up.chaintrail'),
});

/** Written last: a backup without it was cut short. */
export async function writeManifest(directory: string, createdAt: Date): Promise<BackupManifest> {
  const { version } = readOwnManifest();
  const manifest = { format: 1, created_at: createdAt.toISOString(), version } as const;
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeFile(layoutOf(directory).manifest, text, { mode: 0o600 });
  return manifest;
}

/**
 * `undefined` when there is no complete backup in a format that this version can read.
 *
 * @throws what keeps from looking, such as EACCES: a backup of another user must not be taken for an incomplete one
 */
export async function readManifest(directory: string): Promise<BackupManifest | undefined> {
  const { manifest } = layoutOf(directory);
  if (!(await exists(manifest))) return undefined;
  const value = parseJson<BackupManifest | null>(await readFile(manifest, 'utf8'));
  return value?.format === 1 ? value : undefined;
}
