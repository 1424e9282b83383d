// How what was written is made safe from a power cut; the tests put a disk that refuses in its place.
import { closeSync, fdatasync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';

export interface SyncDisk {
  /** Answers whether the file is safe. */
  syncFile(file: number): Promise<boolean>;
  /** The same before it returns. @throws when the disk refuses */
  syncFileNow(file: number): void;
  /** Makes the entries of a folder durable: without it a new file may be gone. @throws when the disk refuses */
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
