// Removes events of forgotten people from a journal segment that was begun before this process knew of them.
//
// A deletion first writes down who is forgotten, and then lets no process load while it deletes. So an event
// that a process accepted before it knew of the deletion is caught here, just before its segment is loaded.
import type { EventRow } from './event-row.js';
import { REPLACEMENT } from './journal/replace-file.js';
import type { Segment } from './journal/segment.js';
import type { QuarantinedEvent } from './quarantine.js';
import { removeLines } from './remove-lines.js';

/** The people whose data were deleted: their earlier events must not be stored again. */
export interface ForgottenPeople {
  /** Whether an event belongs to a forgotten person and happened before they were forgotten. */
  has(row: EventRow): boolean;
  /** The same for an event that was refused. */
  hasRefused(event: QuarantinedEvent): boolean;
  /** How many times this process learned of forgotten people: a counter, since clocks may be set back. */
  timesLearnt(): number;
  /** Reads from the database whom other processes forgot. */
  refresh(): Promise<void>;
}

/** @returns how many rows were taken out of the segment's file */
export async function dropForgotten(
  { path, begunKnowing = 0 }: Pick<Segment, 'path' | 'begunKnowing'>,
  forgotten: Pick<ForgottenPeople, 'has' | 'timesLearnt'>,
): Promise<number> {
  // Nobody was forgotten since the segment was begun, so each of its rows was checked when it arrived.
  if (begunKnowing === forgotten.timesLearnt()) return 0;
  return removeLines(path, forgotten.has, REPLACEMENT);
}
