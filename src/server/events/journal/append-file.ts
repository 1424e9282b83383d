// An append-only file whose writers share their fsyncs: whoever waits takes part in the next one.
import { type AppendDisk, realDisk } from './append-disk.js';
import { createDurableFile } from './durable-file.js';

export interface AppendFile {
  /**
   * Resolves once the text is on disk for good. Rejects when it is not; then the file is cut back
   * to what was, or, when even that fails, `isBroken` turns true.
   */
  append(text: string): Promise<void>;
  /** Bytes that are on disk for good. */
  durableBytes(): number;
  /** Bytes that are on disk or waiting to be. */
  bytes(): number;
  /** What lies behind `durableBytes` is unknown: append to another file. */
  isBroken(): boolean;
  /** Waits for what is being written, then closes. */
  close(): Promise<void>;
}

interface Waiting {
  readonly bytes: Buffer;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The file is created by the first append; it must not exist.
 *
 * @param kept bytes of a file that does exist, and is gone on with. Default: 0
 */
export function createAppendFile(path: string, disk: AppendDisk = realDisk, kept = 0): AppendFile {
  const file = createDurableFile(path, disk, kept);
  let waiting: Waiting[] = [];
  let waitingBytes = 0;
  let running: Promise<void> | undefined;

  // One turn writes everything that gathered while the turn before it was syncing.
  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const turn = waiting;
      waiting = [];
      const bytes = Buffer.concat(turn.map((one) => one.bytes));
      try {
        await file.write(bytes);
        for (const one of turn) one.resolve();
      } catch (error) {
        for (const one of turn) one.reject(error);
      }
      waitingBytes -= bytes.length;
    }
    running = undefined;
  };

  return {
    append: (text) =>
      new Promise((resolve, reject) => {
        const bytes = Buffer.from(text);
        waiting.push({ bytes, resolve, reject });
        waitingBytes += bytes.length;
        running ??= run();
      }),
    durableBytes: file.bytes,
    bytes: () => file.bytes() + waitingBytes,
    isBroken: file.isBroken,
    async close() {
      await running;
      await file.close();
    },
  };
}
