// Tries whether a disk takes events, by writing as much as a large batch of them and deleting it.
import { rm } from 'node:fs/promises';
import type { AppendDisk } from './append-disk.js';
import { createDurableFile } from './durable-file.js';
import { REPLACEMENT } from './replace-file.js';
import { createSegmentId, segmentPath } from './segment.js';

const PROBE_BYTES = 1_000_000;

export async function takesEvents(directory: string, disk: AppendDisk): Promise<boolean> {
  // The next start deletes files with this ending, in case a kill leaves this one behind.
  const path = `${segmentPath(directory, createSegmentId())}${REPLACEMENT}`;
  const file = createDurableFile(path, disk);
  try {
    await file.write(Buffer.alloc(PROBE_BYTES));
    return true;
  } catch {
    return false;
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}
