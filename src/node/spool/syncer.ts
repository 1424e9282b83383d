// Makes what was written safe from a power cut, in groups: one fdatasync answers all that came before it.
import type { SyncDisk } from './sync-disk.js';

export interface Syncer {
  /** Syncs the file that is written to, if one is; false: the disk refused. */
  synced(): Promise<boolean>;
  /** The disk refused to sync a file that is written to no more: whoever waits is not safe. */
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
  // What is being synced may have been written after the sync began: a further one is due.
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
