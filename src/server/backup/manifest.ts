// What lies where in a backup, and the note in it that says that it is whole.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readOwnManifest } from '../package-root.js';

export interface BackupManifest {
  /** Of this layout. */
  readonly format: 1;
  /** ISO 8601: what was answered before is in it. */
  readonly created_at: string;
  /** The version of this program that made it. */
  readonly version: string;
}

/** Files and folders of a backup. */
export const layoutOf = (directory: string) => ({
  manifest: join(directory, 'backup.json'),
  /** As the engine's BACKUP writes it. */
  analytics: join(directory, 'analytics'),
  /** A Postgres data directory. */
  application: join(directory, 'application.tar'),
  /** Refused events, as the server keeps them. */
  quarantine: join(directory, 'quarantine'),
  /** There while it is written. Last, so that it outlives what it marks. */
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

/** `undefined` where there is no whole backup that this version can read. */
export async function readManifest(directory: string): Promise<BackupManifest | undefined> {
  try {
    const value = JSON.parse(await readFile(layoutOf(directory).manifest, 'utf8'));
    return value?.format === 1 ? value : undefined;
  } catch {
    return undefined;
  }
}
