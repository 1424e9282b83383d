// Puts another content in a file's place, so that a kill leaves either the one or the other.
import { open, rename, rm } from 'node:fs/promises';

/** Ends the names of files that are being written to replace others. */
export const REPLACEMENT = '.repaired';

/** The rename itself may be undone by a power cut until the directory is synced. */
export async function replaceFile(path: string, text: string, ending = REPLACEMENT): Promise<void> {
  const temporary = `${path}${ending}`;
  try {
    await writeSynced(temporary, text);
    await rename(temporary, path);
  } catch (error) {
    // A full disk needs its room, and nobody would look into it to delete somebody's events.
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
