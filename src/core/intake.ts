// Holds what was recorded for the moment between the call and the queue, so that a call costs little.
import type { QueuedEvent } from './ports.js';

/** Events completed and written as JSON in one task: some milliseconds on a slow phone. */
const WRITE_AT_ONCE = 50;

export interface IntakeOptions<C, E> {
  /** The event that a call becomes, null when it is not to be sent. Leaves an event as it is. */
  readonly complete: (call: C | E) => E | null;
  readonly write: (event: E) => QueuedEvent;
  readonly after: (delayMs: number, run: () => void) => () => void;
  readonly onWritten: (events: readonly QueuedEvent[]) => void;
}

/** Leaves the work to later tasks, a bounded number of events in each, in the order of the calls. */
export const createIntake = <C, E>(options: IntakeOptions<C, E>) => {
  const { complete, write, after, onWritten } = options;
  let waiting: (C | E | null)[] = [];
  let start = 0;
  /** How many are completed, from the first on. */
  let settled = 0;
  let isSettling = false;
  let isPlanned = false;

  const settle = (end: number) => {
    // A plugin may call the tracker, as may whoever is told of a dropped event.
    if (isSettling) return;
    isSettling = true;
    for (; settled < end; settled++) {
      const call = waiting[settled];
      waiting[settled] = call ? complete(call) : null;
    }
    isSettling = false;
  };

  const pass = (count: number) => {
    if (isSettling) return;
    const end = Math.min(start + count, waiting.length);
    settle(end);
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
    after(0, () => {
      isPlanned = false;
      pass(WRITE_AT_ONCE);
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
