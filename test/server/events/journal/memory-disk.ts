// A disk in memory with scripted failures, which knows what a power cut would leave.
import type {
  AppendDisk,
  AppendHandle,
} from '../../../../src/server/events/journal/append-disk.js';

export interface MemoryDisk extends AppendDisk {
  /** The content that survives a power cut, by path. */
  readonly synced: Map<string, Buffer>;
  /** The number of fsyncs. */
  syncs(): number;
  /** Each operation takes one entry, which says whether it fails. */
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
  const handleOf = (path: string): AppendHandle => {
    let content = synced.get(path) ?? Buffer.alloc(0);
    return {
      async write(bytes) {
        // Half of the bytes arrive before a failure, as on a disk that fills up.
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
  };
  return {
    synced,
    failures,
    syncs: () => syncs,
    async create(path) {
      await step();
      synced.set(path, Buffer.alloc(0));
      return handleOf(path);
    },
    async reopen(path) {
      await step();
      return handleOf(path);
    },
  };
}
