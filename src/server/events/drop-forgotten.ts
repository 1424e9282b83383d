// Takes events of forgotten people out of a segment that was begun before this process knew of them.
//
// Whoever deletes notes the person first and then lets nobody load: what was accepted before it was known,
// by this process or another one, is seen here at the latest.
import type { EventRow } from './event-row.js';
import { REPLACEMENT } from './journal/replace-file.js';
import type { Segment } from './journal/segment.js';
import type { QuarantinedEvent } from './quarantine.js';
import { removeLines } from './remove-lines.js';

/** Of whom nothing is stored. */
export interface ForgottenPeople {
  /** Whether an event is one of a forgotten person's, from before they were forgotten. */
  has(row: EventRow): boolean;
  /** The same of an event that was refused. */
  hasRefused(event: QuarantinedEvent): boolean;
  /** How many times this process learned of somebody: clocks are set back, this is not. */
  timesLearnt(): number;
  /** Learns of those whom other processes forgot. */
  refresh(): Promise<void>;
}

/** @returns how many rows were taken out of the segment's file */
export async function dropForgotten(
  { path, begunKnowing = 0 }: Pick<Segment, 'path' | 'begunKnowing'>,
  forgotten: Pick<ForgottenPeople, 'has' | 'timesLearnt'>,
): Promise<number> {
  // Each of its rows was looked at when it came.
  if (begunKnowing === forgotten.timesLearnt()) return 0;
  return removeLines(path, forgotten.has, REPLACEMENT);
}
