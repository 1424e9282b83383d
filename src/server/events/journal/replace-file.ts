// Replaces a file's content, so that a kill leaves either the old content or the new one.
import { open, rename, rm } from 'node:fs/promises';
import { syncHandle } from './sync-handle.js';

/** Ending of the names of files that are being written to replace others. */
export const REPLACEMENT = '.repaired';

/** The rename itself may be undone by a power cut until the directory is synced. */
export async function replaceFile(path: string, text: string, ending = REPLACEMENT): Promise<void> {
  const temporary = `${path}${ending}`;
  try {
    await writeSynced(temporary, text);
    await rename(temporary, path);
  } catch (error) {
    // It would take up room on a full disk, and no deletion of a person would look into it.
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(text);
    await syncHandle(file);
  } finally {
    await file.close();
  }
}
