// A disk in memory that fails when a test says so, and whose power can be cut.
import type { AppendDisk } from '../../../../src/server/events/journal/append-disk.js';

export interface MemoryDisk extends AppendDisk {
  /** What survives a power cut, by path. */
  readonly synced: Map<string, Buffer>;
  /** How often data were made durable. */
  syncs(): number;
  /** Consumed one an operation: whether that operation fails. */
  readonly failures: boolean[];
}

export function createMemoryDisk(): MemoryDisk {
  const synced = new Map<string, Buffer>();
  const failures: boolean[] = [];
  let syncs = 0;
  const step = async (): Promise<void> => {
    await Promise.resolve();
    if (failures.shift()) throw new Error('ENOSPC: no space left on device');
  };
  return {
    synced,
    failures,
    syncs: () => syncs,
    async create(path) {
      await step();
      let content = Buffer.alloc(0);
      synced.set(path, content);
      return {
        async write(bytes) {
          // Half of it arrives before the failure, as on a disk that fills up.
          const half = bytes.subarray(0, bytes.length / 2);
          content = Buffer.concat([content, half]);
          await step();
          content = Buffer.concat([content, bytes.subarray(half.length)]);
        },
        async datasync() {
          await step();
          syncs++;
          synced.set(path, content);
        },
        async truncate(length) {
          await step();
          content = content.subarray(0, length);
        },
        close: async () => {},
      };
    },
  };
}
