// Makes written data safe from a power cut; tests replace it by a disk that refuses.
import { closeSync, fdatasync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';

export interface SyncDisk {
  /** Syncs a file; answers whether it is safe. */
  syncFile(file: number): Promise<boolean>;
  /**
   * The same, synchronously.
   *
   * @throws when the disk refuses
   */
  syncFileNow(file: number): void;
  /**
   * Makes the entries of a folder durable: without it a new file may be gone after a power cut.
   *
   * @throws when the disk refuses
   */
  syncFolder(path: string): void;
}

export const realDisk: SyncDisk = {
  syncFile: (file) => new Promise((resolve) => fdatasync(file, (cause) => resolve(cause === null))),
  syncFileNow: fdatasyncSync,
  syncFolder(path) {
    const folder = openSync(path, 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  },
};
