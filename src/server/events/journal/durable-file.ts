// A file that is written and synced in one step, and cut back to what was when a step fails.
import type { AppendDisk, AppendHandle } from './append-disk.js';

export interface DurableFile {
  /** Resolves once the bytes are on disk for good; rejects when they are not. */
  write(bytes: Uint8Array): Promise<void>;
  /** Bytes that are on disk for good. */
  bytes(): number;
  /** What lies behind `bytes` is unknown: it takes no more. */
  isBroken(): boolean;
  close(): Promise<void>;
}

/**
 * The file is created, or else opened, by its first write.
 *
 * @param kept bytes of a file that exists. Default: 0, for a new one
 */
export function createDurableFile(path: string, disk: AppendDisk, kept = 0): DurableFile {
  let handle: AppendHandle | undefined;
  let durable = kept;
  let broken = false;

  const begin = async (): Promise<AppendHandle> => {
    try {
      return await (kept > 0 ? disk.reopen(path) : disk.create(path));
    } catch (error) {
      // The file may or may not be there now, so its name is not used again.
      broken = true;
      throw error;
    }
  };

  const cutBack = async (file: AppendHandle): Promise<void> => {
    try {
      await file.truncate(durable);
      await file.datasync();
    } catch {
      broken = true;
    }
  };

  return {
    async write(bytes) {
      if (broken) throw new Error(`${path} cannot be written after an earlier failure.`);
      handle ??= await begin();
      try {
        await handle.write(bytes);
        await handle.datasync();
        durable += bytes.length;
      } catch (error) {
        await cutBack(handle);
        throw error;
      }
    },
    bytes: () => durable,
    isBroken: () => broken,
    async close() {
      await handle?.close();
      handle = undefined;
    },
  };
}
