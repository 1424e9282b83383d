// The segments of one owner: those it writes, one at a time, and those it adopted, oldest first.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openSegment, type Segment } from './segment.js';
import type { SyncDisk } from './sync-disk.js';

export interface SegmentListOptions {
  /** The folder that this owner writes to. */
  readonly folder: string;
  /**
   * Size at which a segment is full. Small against the spool's bound, since a segment is deleted as
   * a whole.
   */
  readonly segmentBytes: number;
  /** Makes ended segments and new files safe from a power cut. Absent when that is not wanted. */
  readonly disk?: Pick<SyncDisk, 'syncFileNow' | 'syncFolder'>;
  /** Runs what the disk may refuse, and answers the fallback then. */
  readonly attempt: <T>(fallback: T, run: () => T) => T;
  /** Called when an adopted segment is closed. */
  readonly onAdoptedGone: () => void;
  /** Called when the disk refused to sync an ended segment: it is not safe from a power cut. */
  readonly onUnsafe: () => void;
}

export interface SegmentList {
  all(): readonly Segment[];
  /** Size of all segments on disk. */
  bytes(): number;
  /** The one that is written to, if there is one. */
  current(): Segment | undefined;
  /**
   * Appends a line to the newest segment; answers its number there. Throws when the disk refuses.
   */
  append(line: Uint8Array, isGiven: boolean): { readonly segment: Segment; readonly line: number };
  /** Opens segments of dead owners; answers the paths that could not be opened. */
  adopt(paths: readonly string[]): readonly string[];
  /** Ends the segment that is written to. */
  seal(): void;
  /** Ends the segment that is written to, if it is full. */
  sealFull(): void;
  /** Closes a segment; deletes it when it is done, or when `isDeleted` says so. */
  forget(segment: Segment, isDeleted?: boolean): void;
}

/** @throws when the folder cannot be made */
export const createSegmentList = (options: SegmentListOptions): SegmentList => {
  const { folder, attempt, disk } = options;
  let segments: Segment[] = [];
  let current: Segment | undefined;
  let count = 0;
  let bytes = 0;
  mkdirSync(folder, { mode: 0o700 });

  const forget = (segment: Segment, isDeleted = segment.isDone()) => {
    segments = segments.filter((other) => other !== segment);
    bytes -= segment.bytes();
    if (current === segment) current = undefined;
    attempt(undefined, () => segment.close({ isDeleted }));
    if (segment.isAdopted) options.onAdoptedGone();
  };

  const seal = () => {
    const sealed = current;
    current = undefined;
    if (!sealed) return;
    const isSafe = attempt(false, () => {
      disk?.syncFileNow(sealed.file());
      return true;
    });
    if (!isSafe) options.onUnsafe();
    sealed.seal();
    if (sealed.isDone()) forget(sealed);
  };

  const sealFull = () => {
    if (current && current.bytes() >= options.segmentBytes) seal();
  };

  const writable = (): Segment => {
    sealFull();
    if (current) return current;
    count += 1;
    const begun = openSegment(join(folder, `${String(count).padStart(6, '0')}.log`), 'new');
    try {
      disk?.syncFolder(folder);
    } catch (cause) {
      // Closed again: nothing in the file would be safe, and the sync would not be tried again.
      begun.close({ isDeleted: true });
      throw cause;
    }
    segments.push(begun);
    current = begun;
    return begun;
  };

  return {
    all: () => segments,
    bytes: () => bytes,
    current: () => current,
    append: (data, isGiven) => {
      const segment = writable();
      const before = segment.bytes();
      try {
        return { segment, line: segment.append(data, isGiven) };
      } finally {
        // Counted even when the disk refused: a part of the line may have been written.
        bytes += segment.bytes() - before;
      }
    },
    adopt: (paths) => {
      const unopened: string[] = [];
      const adopted = paths.flatMap((path) => {
        const segment = attempt(undefined, () => openSegment(path, 'adopted'));
        if (!segment) unopened.push(path);
        return segment ?? [];
      });
      segments.unshift(...adopted);
      for (const segment of adopted) bytes += segment.bytes();
      for (const segment of adopted) if (segment.isDone()) forget(segment);
      return unopened;
    },
    seal,
    sealFull,
    forget,
  };
};
