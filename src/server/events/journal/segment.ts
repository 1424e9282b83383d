// One file of the journal: rows that are accepted and wait to be loaded into the database.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

/** A segment that is complete: nothing is appended to it any more. */
export interface Segment {
  /** Also the deduplication token of its load, so that repeating the load stores nothing twice. */
  readonly id: string;
  readonly path: string;
  readonly bytes: number;
  readonly rows: number;
  /** How often this process had learnt of forgotten people when it began the segment. Absent: another began it. */
  readonly begunKnowing?: number;
}

const PREFIX = 'events-';
const NAME = /^(events-\d{13}-[0-9a-f]{16})\.ndjson$/;

/** Ids sort by the time of their making. */
export const createSegmentId = (): string =>
  `${PREFIX}${String(Date.now()).padStart(13, '0')}-${randomBytes(8).toString('hex')}`;

export const segmentPath = (directory: string, id: string): string =>
  join(directory, `${id}.ndjson`);

/** The id in a file's name; `undefined` for files that are no segments. */
export const segmentIdOf = (fileName: string): string | undefined => NAME.exec(fileName)?.[1];

/** When a segment was begun: milliseconds since 1970. */
export const segmentBegunAt = (id: string): number =>
  Number(id.slice(PREFIX.length, PREFIX.length + 13));
