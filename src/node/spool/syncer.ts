// Makes written data safe from a power cut, in groups: one fdatasync serves all calls that came
// before it.
import type { SyncDisk } from './sync-disk.js';

export interface Syncer {
  /** Syncs the file that is being written to, if there is one; false when the disk refused. */
  synced(): Promise<boolean>;
  /** The disk refused to sync a file that has been ended: callers that wait are told false. */
  lose(): void;
}

export const createSyncer = (
  file: () => number | undefined,
  disk: Pick<SyncDisk, 'syncFile'>,
): Syncer => {
  let running: Promise<boolean> | undefined;
  let next: Promise<boolean> | undefined;
  let losses = 0;

  const sync = async (): Promise<boolean> => {
    const open = file();
    return open === undefined || disk.syncFile(open);
  };

  const start = (): Promise<boolean> => {
    next = undefined;
    running = sync().finally(() => {
      running = undefined;
    });
    return running;
  };
  // A sync in progress may not cover what was written after it began: one more is needed.
  const group = (): Promise<boolean> => {
    if (!running) return start();
    next ??= running.then(start);
    return next;
  };
  return {
    async synced() {
      const lost = losses;
      return (await group()) && lost === losses;
    },
    lose: () => {
      losses += 1;
    },
  };
};
