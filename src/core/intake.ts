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
  /** How many are written, and how many are completed, from the first on. */
  let start = 0;
  let settled = 0;
  /** What the task had no time to pass on. */
  let written: QueuedEvent[] = [];
  let isSettling = false;
  let isPlanned = false;

  /** Completes all before `end`, or as many as it can before `until`, a time. */
  const settle = (end: number, until = Infinity) => {
    // A plugin may call the tracker, as may whoever is told of a dropped event.
    if (isSettling) return;
    isSettling = true;
    while (settled < end) {
      const call = waiting[settled];
      waiting[settled] = call ? complete(call) : null;
      settled += 1;
      if (clock.now() >= until) break;
    }
    isSettling = false;
  };

  const writeUpTo = (end: number, until = Infinity) => {
    while (start < end) {
      try {
        const event = waiting[start] as E | null;
        if (event) written.push(write(event));
      } finally {
        // Not where the browser ends the task, which passes this by: the next one has to write it then.
        start += 1;
      }
      if (clock.now() >= until) break;
    }
    if (start < waiting.length) return;
    waiting = [];
    start = 0;
    settled = 0;
  };

  const passOn = () => {
    const events = written;
    written = [];
    if (events.length > 0) onWritten(events);
  };

  const passSome = () => {
    // What does each of these for the first time takes as long as many events after it.
    if (written.length > 0) return passOn();
    const until = clock.now() + LONG_MS;
    const end = Math.min(start + PASS_AT_ONCE, waiting.length);
    settle(end, until);
    if (clock.now() < until) writeUpTo(Math.min(end, settled), until);
    if (clock.now() < until) passOn();
  };

  const plan = () => {
    if (isPlanned || waiting.length + written.length === 0) return;
    isPlanned = true;
    clock.after(0, () => {
      isSettling = false;
      isPlanned = false;
      passSome();
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
    /**
     * Passes everything on at once: before a flush, or when the page may vanish.
     *
     * @param isNewTask nothing of this is under way: what was, the browser has ended, as Firefox ends whatever
     * runs in a tab that is closed
     */
    passAll: (isNewTask = false) => {
      if (isNewTask) isSettling = false;
      settle(waiting.length);
      writeUpTo(settled);
      passOn();
    },
  };
};
