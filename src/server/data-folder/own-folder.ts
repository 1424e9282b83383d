// Makes this process the owner of a data folder when the databases are on servers: the journal is still in
// it.
import { link, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ownerNote,
  readLiveOwner,
  removeOwner,
  writeOwnerDraft,
} from '../database/analytics/owner.js';
import { DatabaseInUseError } from '../database/database-errors.js';
import { showPresence } from './presence.js';

/** When several processes start at once, one of them wins each attempt. */
const ATTEMPTS = 20;

/**
 * Two processes on one journal would load and delete each other's segments.
 *
 * @param url where this process serves; shown to another process that finds the folder in use
 * @returns a function that gives the folder up
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
 * The same for one part of a data folder; the owner's note is a file beside that part.
 *
 * @returns a function that gives the part up
 * @throws DatabaseInUseError when a living process of this machine owns it
 */
export async function ownPart(
  dataDirectory: string,
  part: string,
  url: string | null,
): Promise<() => Promise<void>> {
  const directory = join(dataDirectory, part);
  // Opened before the note is written and closed after it is removed: processes of other containers check it.
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

/** Puts the draft in the place of the note, unless the process that wrote the present note is alive. */
async function takeNote(note: string, draft: string, dataDirectory: string): Promise<void> {
  /** True for a note of a dead process, false when there is no note. Throws when its process is alive. */
  const isDead = async (file: string): Promise<boolean> => {
    const owner = await readLiveOwner(file);
    if (owner) throw new DatabaseInUseError(dataDirectory, owner.pid, owner.url);
    return owner === null;
  };
  /**
   * When several processes find the note of a dead one, only the holder of the claim replaces it. Otherwise a
   * second process would replace the note that the first has just written.
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

/** `link` succeeds for one process only, and the file is complete from the moment its name exists. */
const isNewName = (file: string, name: string): Promise<boolean> =>
  link(file, name).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
