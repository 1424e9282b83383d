// The journal: accepted rows, safe on disk, until the database has them.
import { rm, truncate } from 'node:fs/promises';
import { type AppendDisk, realDisk, syncDirectory } from './append-disk.js';
import { type AppendFile, createAppendFile } from './append-file.js';
import { takesEvents } from './disk-probe.js';
import { createSegmentId, type Segment, segmentBegunAt, segmentPath } from './segment.js';

/** The journal holds as much as it may: nothing was written, repeat later. */
export class JournalFullError extends Error {
  constructor(bytes: number, maxBytes: number) {
    super(
      `The journal is full: it has ${bytes} of at most ${maxBytes} bytes. It empties as the database loads its events.`,
    );
    this.name = 'JournalFullError';
  }
}

export interface JournalOptions {
  readonly directory: string;
  readonly maxBytes: number;
  /** Complete segments of an earlier run; they count into the bound. */
  readonly leftovers?: readonly Segment[];
  /** Bytes after which a new segment begins. Default 32 MB. */
  readonly maxSegmentBytes?: number;
  readonly disk?: AppendDisk;
  /** How many times this process has learnt of forgotten people; each segment notes it. Default: never. */
  readonly timesLearnt?: () => number;
}

export interface Journal {
  /**
   * Resolves once all rows are on disk for good.
   * @param rows JSON objects, one a row, without line ends
   * @throws {JournalFullError} or what the disk said; then none of the rows counts as accepted
   */
  append(rows: readonly string[]): Promise<void>;
  /** Whether it takes rows. After a failed write it finds out by writing a probe file. Never throws. */
  isReady(): Promise<boolean>;
  /** Bytes accepted and not yet released. */
  bytes(): number;
  /** When the oldest rows that are not yet released may have come; `undefined` when all are. */
  oldestAt(): number | undefined;
  /** Ids of the segments that are not yet released: what is accepted until now is in them. */
  unreleased(): readonly string[];
  /** Whether a segment takes no more rows, so that waiting would not make its load any larger. */
  hasFull(): boolean;
  /** Ends the oldest segment that is still open and answers it; `undefined` when there are no rows. */
  cut(): Promise<Segment | undefined>;
  /** Deletes a segment that the database has. */
  release(segment: Segment): Promise<void>;
}

interface OpenSegment {
  readonly id: string;
  readonly path: string;
  readonly file: AppendFile;
  readonly begunKnowing: number;
  rows: number;
}

const MAX_SEGMENT_BYTES = 32_000_000;

export function createJournal(options: JournalOptions): Journal {
  const { directory, maxBytes, leftovers = [], maxSegmentBytes = MAX_SEGMENT_BYTES } = options;
  const { disk = realDisk, timesLearnt = () => 0 } = options;
  let active: OpenSegment | undefined;
  /** Whether the last write failed. */
  let hasFailed = false;
  let trying: Promise<boolean> | undefined;
  /** Segments that take no more rows and are still to be closed; oldest first. */
  const retired: OpenSegment[] = [];
  /** Segments that are complete and not released yet. */
  const closed = new Map(leftovers.map((segment) => [segment.id, segment]));
  const closedBytes = () => [...closed.values()].reduce((sum, segment) => sum + segment.bytes, 0);

  const openSegments = () => (active === undefined ? retired : [...retired, active]);
  const bytes = () =>
    openSegments().reduce((sum, segment) => sum + segment.file.bytes(), closedBytes());

  const retire = (segment: OpenSegment): void => {
    if (segment !== active) return;
    retired.push(segment);
    active = undefined;
  };

  /**
   * Abandons a broken segment. One without rows is closed here: only rows wake the loader to close segments,
   * so that one more open file would gather with each batch that fails.
   */
  const giveUp = (segment: OpenSegment): void => {
    if (segment.file.durableBytes() > 0) retire(segment);
    else if (segment === active) {
      active = undefined;
      // When this fails, the next start takes care of what is left of the file.
      void seal(segment).catch(() => {});
    }
  };

  /** The active segment is ended only when no other is left, so that it can grow until then. */
  const endOldest = (): OpenSegment | undefined => {
    if (retired.length === 0 && active !== undefined) retire(active);
    return retired[0];
  };

  const begin = (): OpenSegment => {
    const id = createSegmentId();
    const path = segmentPath(directory, id);
    const file = createAppendFile(path, disk);
    active = { id, path, file, begunKnowing: timesLearnt(), rows: 0 };
    return active;
  };

  /** Takes the number of rows and not the rows, which would stay in memory until they are on disk. */
  const count = async (segment: OpenSegment, written: Promise<void>, rows: number) => {
    try {
      await written;
      segment.rows += rows;
      hasFailed = false;
    } catch (error) {
      hasFailed = true;
      if (segment.file.isBroken()) giveUp(segment);
      throw error;
    }
  };

  const tryDisk = (): Promise<boolean> => {
    // All who ask meanwhile share one attempt: anybody may request `/readyz`, as often as they like.
    trying ??= takesEvents(directory, disk)
      .catch(() => false)
      .then((isTaken) => {
        hasFailed = !isTaken;
        trying = undefined;
        return isTaken;
      });
    return trying;
  };

  // An empty segment, whose appends all failed, is not ended until rows come: it must not count as waiting.
  const withRows = () => openSegments().filter(({ file }) => file.bytes() > 0);
  const unreleased = () => [...closed.values(), ...withRows()].map(({ id }) => id);

  return {
    bytes,
    unreleased,
    oldestAt() {
      const begun = unreleased().map(segmentBegunAt);
      return begun.length === 0 ? undefined : Math.min(...begun);
    },
    async append(rows) {
      const held = bytes();
      if (held >= maxBytes) throw new JournalFullError(held, maxBytes);
      const segment = active ?? begin();
      const written = segment.file.append([...rows, ''].join('\n'));
      if (segment.file.bytes() >= maxSegmentBytes) retire(segment);
      return count(segment, written, rows.length);
    },
    isReady: async () => bytes() < maxBytes && (!hasFailed || tryDisk()),
    hasFull: () => retired.length > 0,
    async cut() {
      for (let oldest = endOldest(); oldest !== undefined; oldest = endOldest()) {
        const segment = await seal(oldest);
        retired.shift();
        if (segment === undefined) continue;
        closed.set(segment.id, segment);
        return segment;
      }
      return undefined;
    },
    async release(segment) {
      await rm(segment.path, { force: true });
      // A power cut must not bring the file back: the database may then load it twice, since it does not sync the
      // records by which it recognises a repeated load.
      await syncDirectory(directory);
      closed.delete(segment.id);
    },
  };
}

/** Closes a segment; `undefined` when it holds no rows, and then its file is gone. */
async function seal(segment: OpenSegment): Promise<Segment | undefined> {
  const { id, path, file, begunKnowing } = segment;
  await file.close();
  const bytes = file.durableBytes();
  if (bytes === 0) {
    await rm(path, { force: true });
    return undefined;
  }
  // Half of a row may follow the durable part.
  if (file.isBroken()) await truncate(path, bytes);
  return { id, path, bytes, rows: segment.rows, begunKnowing };
}
