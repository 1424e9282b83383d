// Holds what was recorded for the moment between the call and the queue, so that a call costs little.
import type { Clock, QueuedEvent } from './ports.js';

/** Events passed on together: written as JSON in some milliseconds on a slow phone. */
const PASS_AT_ONCE = 50;

/** A task that took longer leaves the rest to the next: the first event of a page takes many at once. Milliseconds. */
const LONG_MS = 8;

export interface IntakeOptions<C, E> {
  /** The event that a call becomes, null when it is not to be sent. Leaves an event as it is. */
  readonly complete: (call: C | E) => E | null;
  readonly write: (event: E) => QueuedEvent;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly onWritten: (events: readonly QueuedEvent[]) => void;
}

/** Leaves the work to later tasks, a bounded number of events in each, in the order of the calls. */
export const createIntake = <C, E>(options: IntakeOptions<C, E>) => {
  const { complete, write, clock, onWritten } = options;
  let waiting: (C | E | null)[] = [];
  let start = 0;
  /** How many are completed, from the first on. */
  let settled = 0;
  let isSettling = false;
  let isPlanned = false;

  /** Answers whether all up to `end` are completed: not so when `until`, a time, was reached before. */
  const settle = (end: number, until?: number) => {
    // A plugin may call the tracker, as may whoever is told of a dropped event.
    if (isSettling) return false;
    isSettling = true;
    while (settled < end) {
      const call = waiting[settled];
      waiting[settled] = call ? complete(call) : null;
      settled += 1;
      if (until && clock.now() >= until) break;
    }
    isSettling = false;
    return settled >= end;
  };

  const pass = (count: number, until?: number) => {
    const end = Math.min(start + count, waiting.length);
    if (!settle(end, until)) return;
    const events = waiting.slice(start, end).filter((event): event is E => event !== null);
    start = end;
    if (start === waiting.length) {
      waiting = [];
      start = 0;
      settled = 0;
    }
    if (events.length > 0) onWritten(events.map(write));
  };

  const plan = () => {
    if (isPlanned || waiting.length === 0) return;
    isPlanned = true;
    clock.after(0, () => {
      isPlanned = false;
      pass(PASS_AT_ONCE, clock.now() + LONG_MS);
      plan();
    });
  };

  return {
    add: (call: C | E) => {
      waiting.push(call);
      plan();
    },
    /** Completes everything at once: before what events say of the visitor becomes another. */
    settle: () => settle(waiting.length),
    /** Passes everything on at once: before a flush, or when the page may vanish. */
    passAll: () => pass(waiting.length),
  };
};
