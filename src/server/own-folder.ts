// Makes this process the owner of a data folder whose databases are elsewhere: the journal is still in it.
import { link, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ownerNote,
  readLiveOwner,
  removeOwner,
  writeOwnerDraft,
} from './database/analytics/owner.js';
import { DatabaseInUseError } from './database/database-errors.js';
import { showPresence } from './presence.js';

/** Of several that start at once, each attempt settles one. */
const ATTEMPTS = 20;

/**
 * Two processes on one journal would load and delete each other's events.
 *
 * @param url where this process serves, for whoever finds the folder in use
 * @returns what gives the folder up
 * @throws DatabaseInUseError when a living process of this machine owns it
 */
export async function ownFolder(
  dataDirectory: string,
  url: string | null,
): Promise<() => Promise<void>> {
  await mkdir(join(dataDirectory, 'journal'), { recursive: true, mode: 0o700 });
  return ownPart(dataDirectory, 'journal', url);
}

/**
 * The same for a part of a data folder, which a note beside it tells.
 *
 * @returns what gives it up
 * @throws DatabaseInUseError when a living process of this machine owns it
 */
export async function ownPart(
  dataDirectory: string,
  part: string,
  url: string | null,
): Promise<() => Promise<void>> {
  const directory = join(dataDirectory, part);
  // Open before a note tells of it, until that is gone: for processes of other containers.
  const presence = await showPresence(`${directory}.owner`);
  try {
    const draft = await writeOwnerDraft(directory, url, presence.socket);
    await takeNote(ownerNote(directory), draft, dataDirectory);
  } catch (error) {
    await presence.end();
    throw error;
  }
  return async () => {
    await removeOwner(directory);
    await presence.end();
  };
}

/** Puts the draft in the place of the note, unless that one's process lives. */
async function takeNote(note: string, draft: string, dataDirectory: string): Promise<void> {
  /** Whether the note is there, of a process that is not. */
  const isDead = async (file: string): Promise<boolean> => {
    const owner = await readLiveOwner(file);
    if (owner) throw new DatabaseInUseError(dataDirectory, owner.pid, owner.url);
    return owner === null;
  };
  /**
   * Of several that found the note of a dead process, one replaces it: else the second would remove what
   * the first had just noted.
   */
  const takeOver = async (): Promise<boolean> => {
    const claim = `${note}.claim`;
    if (!(await isNewName(draft, claim))) {
      if (await isDead(claim)) await rm(claim, { force: true });
      return false;
    }
    try {
      const isStale = await isDead(note);
      if (isStale) await rename(draft, note);
      return isStale;
    } finally {
      await rm(claim, { force: true });
    }
  };
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if ((await isNewName(draft, note)) || (await takeOver())) return;
    }
    throw new DatabaseInUseError(dataDirectory, null, null);
  } finally {
    await rm(draft, { force: true });
  }
}

/** A link is made by one process only, and holds the whole note from its first moment. */
const isNewName = (file: string, name: string): Promise<boolean> =>
  link(file, name).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
