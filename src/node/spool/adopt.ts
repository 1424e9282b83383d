// Takes over the folders of dead owners (trackers). Renaming a folder is the claim: only one
// process succeeds.
import { readdirSync, renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Owner } from './owners.js';

const FOLDER = /^(.+)\.(\d+)$/;
const SEGMENT = /^\d{6}\.log$/;

const isMissing = (cause: unknown): boolean =>
  ['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes((cause as NodeJS.ErrnoException).code ?? '');

/** Removes the folder if it is empty; answers whether it is gone. */
export const removeIfEmpty = (folder: string): boolean => {
  try {
    rmdirSync(folder);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'ENOENT';
  }
};

export interface Adoption {
  /** Claims what dead owners left; answers the paths of the segments, oldest first. */
  adopt(): Promise<readonly string[]>;
  /** Removes the adopted folders that are empty now. */
  tidy(): void;
}

/**
 * @param attempt runs `run`, which the disk may refuse, and answers the fallback then, so that one
 * failing folder does not cost the others
 */
export const createAdoption = (
  directory: string,
  owner: Owner,
  attempt: <T>(fallback: T, run: () => T) => T,
): Adoption => {
  /** The last number of a folder of this owner; 0 is the one that it writes to itself. */
  let count = 0;
  const adopted = new Set<string>();
  /**
   * Claimed folders whose segments were not answered yet: one that could not be read is read again.
   */
  const untold = new Set<string>();

  const ownersIn = (names: readonly string[]) =>
    new Set(
      names.flatMap((name) => {
        const [, whose] = FOLDER.exec(name) ?? /^(.+)\.(alive|sock)$/.exec(name) ?? [];
        return whose && whose !== owner.id ? [whose] : [];
      }),
    );

  const claim = (name: string): void => {
    const folder = join(directory, `${owner.id}.${++count}`);
    try {
      renameSync(join(directory, name), folder);
      adopted.add(folder);
      untold.add(folder);
    } catch (cause) {
      if (!isMissing(cause)) throw cause;
    }
  };

  return {
    adopt: async () => {
      for (const whose of ownersIn(readdirSync(directory))) {
        if (await owner.isAlive(whose)) continue;
        attempt(undefined, () => {
          // Read again, since another process may have taken them while `isAlive` was waiting.
          const folders = readdirSync(directory).filter((name) => FOLDER.exec(name)?.[1] === whose);
          for (const name of folders) claim(name);
          owner.bury(whose);
        });
      }
      return [...untold].flatMap((folder) =>
        attempt([], () => {
          const files = readdirSync(folder).filter((file) => SEGMENT.test(file));
          untold.delete(folder);
          return files.sort().map((file) => join(folder, file));
        }),
      );
    },
    tidy: () => {
      for (const folder of adopted) {
        if (removeIfEmpty(folder)) adopted.delete(folder);
      }
    },
  };
};
