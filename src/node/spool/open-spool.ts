// The durable spool: a journal of segments in a folder that several processes may share.
import { join, resolve } from 'node:path';
import type { GivenUp, Spool, Taken } from '../spool-port.js';
import { type Adoption, createAdoption, removeIfEmpty } from './adopt.js';
import { createLineWriter, LINE_EXTRA } from './line.js';
import { makeFolder } from './make-folder.js';
import { createOwner } from './owners.js';
import { createPlaces, type Places } from './places.js';
import { readBack } from './read-back.js';
import type { Segment } from './segment.js';
import { createSegmentList, type SegmentList } from './segment-list.js';
import { realDisk, type SyncDisk } from './sync-disk.js';
import { createSyncer } from './syncer.js';

const MOST_SEGMENT_BYTES = 4_000_000;
const SEGMENTS_IN_BOUND = 8;

/** How often to look for processes that died. */
const ADOPT_EVERY_MS = 30_000;

const NOTHING: Taken = { events: [], duplicates: [], damaged: [], recovered: 0 };

export interface SpoolOptions {
  readonly directory: string;
  readonly maxBytes: number;
  /** Whether an accepted event must survive a power cut, too. */
  readonly fsync: boolean;
  readonly onFault: (cause: unknown) => void;
  /** Syncs files; tests pass one that refuses. Default: the real disk. */
  readonly disk?: SyncDisk;
}

interface Parts {
  readonly segments: SegmentList;
  readonly places: Places;
  readonly attempt: <T>(fallback: T, run: () => T) => T;
}

/** Takes over what dead processes left: at the start, and every ADOPT_EVERY_MS. */
const createAdopting = (adoption: Adoption, { segments }: Parts, options: SpoolOptions) => {
  let onAdopted = () => {};
  /**
   * Segments that could not be opened, as when the limit of open files is reached: tried again next
   * time.
   */
  let unopened: readonly string[] = [];
  const adopt = async () => {
    try {
      const found = await adoption.adopt();
      const paths = [...unopened, ...found];
      unopened = segments.adopt(paths);
      adoption.tidy();
      if (paths.length > 0) onAdopted();
    } catch (cause) {
      options.onFault(cause);
    }
  };
  const timer = setInterval(() => void adopt(), ADOPT_EVERY_MS);
  timer.unref();
  return {
    ready: adopt(),
    onAdopted: (run: () => void) => {
      onAdopted = run;
    },
    stop: () => clearInterval(timer),
  };
};

const createReader = ({ segments, places, attempt }: Parts) => {
  /**
   * Whether something is unread that this tracker wrote itself. Kept up to date, since each call
   * asks for it.
   */
  let hasOwnUnread = false;

  const take = (segment: Segment, limit: number): Taken => {
    const taken = attempt(undefined, () => readBack(segment, limit, places));
    // A segment that cannot be read stays on disk for the next start.
    if (!taken) segments.forget(segment, false);
    else if (segment.isDone()) segments.forget(segment);
    hasOwnUnread = segments.all().some((one) => !one.isAdopted && one.hasUnread());
    return taken ?? NOTHING;
  };

  return {
    onParked: () => {
      hasOwnUnread = true;
    },
    hasUnread: (whose: 'own' | 'any') =>
      hasOwnUnread || (whose === 'any' && segments.all().some((one) => one.hasUnread())),
    take: (limit: number): Taken => {
      const segment = segments.all().find((candidate) => candidate.hasUnread());
      return segment ? take(segment, limit) : NOTHING;
    },
    dropOldest: (): GivenUp | undefined => {
      if (segments.all()[0] === segments.current()) segments.seal();
      const [oldest] = segments.all();
      if (!oldest) return undefined;
      const givenIds = places.idsIn(oldest);
      const rest = take(oldest, Number.POSITIVE_INFINITY);
      places.remove([...givenIds, ...rest.events.map(({ id }) => id)]);
      if (segments.all().includes(oldest)) segments.forget(oldest, true);
      return { ...rest, givenIds };
    },
  };
};

/** @throws when the folder cannot be made or written to */
export const openSpool = (options: SpoolOptions): Spool => {
  const { disk = realDisk } = options;
  const directory = resolve(options.directory);
  makeFolder(directory);
  const owner = createOwner(directory, options.onFault);
  const folder = join(directory, `${owner.id}.0`);
  const writeLine = createLineWriter();
  const places = createPlaces();

  /** A disk that fails must not fail the app. */
  const attempt: Parts['attempt'] = (fallback, run) => {
    try {
      return run();
    } catch (cause) {
      options.onFault(cause);
      return fallback;
    }
  };
  const adoption = createAdoption(directory, owner, attempt);
  const segments = createSegmentList({
    folder,
    segmentBytes: Math.min(MOST_SEGMENT_BYTES, options.maxBytes / SEGMENTS_IN_BOUND),
    ...(options.fsync ? { disk } : {}),
    attempt,
    onAdoptedGone: adoption.tidy,
    onUnsafe: () => syncer.lose(),
  });
  const parts = { segments, places, attempt };
  const syncer = createSyncer(() => segments.current()?.file(), disk);
  const { onParked, ...reader } = createReader(parts);
  const { stop, ...adopting } = createAdopting(adoption, parts, options);

  return {
    ...adopting,
    ...reader,
    has: places.has,
    write: (event, isGiven) =>
      attempt(false, () => {
        const place = segments.append(writeLine(event), isGiven);
        if (isGiven) places.set(event.id, place);
        else onParked();
        return true;
      }),
    synced: () => (options.fsync ? syncer.synced() : undefined),
    acknowledge: (ids) => {
      for (const [segment, lines] of places.remove(ids)) {
        if (!segments.all().includes(segment)) continue;
        if (attempt(false, () => segment.settle(lines))) segments.forget(segment);
      }
      // A full segment is ended here as well as at the next line, which there may be no room for
      // until it is deleted.
      segments.sealFull();
    },
    fill: () => segments.bytes() / options.maxBytes,
    hasRoom: (bytes, isEmpty = false) =>
      (isEmpty ? 0 : segments.bytes()) + bytes + LINE_EXTRA <= options.maxBytes,
    close: () => {
      stop();
      segments.seal();
      for (const segment of [...segments.all()]) segments.forget(segment);
      adoption.tidy();
      removeIfEmpty(folder);
      // The folder may be gone by now, or read-only.
      attempt(undefined, owner.release);
    },
  };
};
