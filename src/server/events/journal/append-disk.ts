// The file operations behind appending, on a real disk.
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { datasyncHandle, syncHandle } from './sync-handle.js';

/** The file operations used, so that tests can make them fail. */
export interface AppendDisk {
  /** Creates the file, which must not exist, and makes its directory entry durable. */
  create(path: string): Promise<AppendHandle>;
  /** Opens a file that must exist. */
  reopen(path: string): Promise<AppendHandle>;
}

export interface AppendHandle {
  write(bytes: Uint8Array): Promise<void>;
  datasync(): Promise<void>;
  truncate(length: number): Promise<void>;
  close(): Promise<void>;
}

/** Makes durable what others wrote into a file, or the entries of a folder. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await syncHandle(file);
  } finally {
    await file.close();
  }
}

/** Makes the entries of a folder durable: without it a new file may be gone after a power cut. */
export const syncDirectory = (path: string): Promise<void> => syncFile(path);

const appendHandle = (file: FileHandle): AppendHandle => ({
  async write(bytes) {
    // `write` may take a part only, as on a disk that is about to be full.
    for (let offset = 0; offset < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, offset);
      offset += bytesWritten;
    }
  },
  datasync: () => datasyncHandle(file),
  truncate: (length) => file.truncate(length),
  close: () => file.close(),
});

export const realDisk: AppendDisk = {
  async create(path) {
    // In append mode, so that after a truncation the next write follows the kept part.
    const file = await open(path, 'ax', 0o600);
    try {
      await syncDirectory(dirname(path));
    } catch (error) {
      await file.close();
      throw error;
    }
    return appendHandle(file);
  },
  async reopen(path) {
    return appendHandle(await open(path, constants.O_WRONLY | constants.O_APPEND));
  },
};
