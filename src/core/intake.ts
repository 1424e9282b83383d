// Holds what was recorded for the moment between the call and the queue, so that a call costs little.
import type { Clock, QueuedEvent } from './ports.js';

/** Most events of one task: writing their JSON takes a slow phone some milliseconds. */
const PASS_AT_ONCE = 50;

/**
 * A task that has taken this long leaves the rest to the next: a page's first event alone takes
 * many milliseconds.
 */
const LONG_MS = 8;

export interface IntakeOptions<C, E> {
  /** Makes a call into an event; null when it is not to be sent. An event is returned as it is. */
  readonly complete: (call: C | E) => E | null;
  readonly write: (event: E) => QueuedEvent;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly onWritten: (events: readonly QueuedEvent[]) => void;
}

/** Leaves the work to later tasks, a bounded number of events in each, in the order of the calls. */
export const createIntake = <C, E>(options: IntakeOptions<C, E>) => {
  const { complete, write, clock, onWritten } = options;
  let waiting: (C | E | null)[] = [];
  /** How many of `waiting`, from the first on, are written (`start`) and completed (`settled`). */
  let start = 0;
  let settled = 0;
  /** Written events that their task had no time left to pass on. */
  let written: QueuedEvent[] = [];
  let isSettling = false;
  let isPlanned = false;

  /** Completes the calls before index `end`, or as many as it can before the time `until`. */
  const settle = (end: number, until = Infinity) => {
    // A plugin, or the app's `onDrop`, may call the tracker from here: the calls must not be
    // completed twice.
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
        // Skips an event that cannot be written. When the browser kills the task, `finally` does
        // not run: the next task then writes this event.
        start += 1;
      }
      if (clock.now() >= until) break;
    }
    if (start < waiting.length) return;
    waiting = [];
    start = 0;
    settled = 0;
  };

  /** Events that are being passed on: the next task finds them here when the browser kills this one. */
  let passing: QueuedEvent[] = [];
  const passOn = (isNewTask = true) => {
    passing = isNewTask ? [...passing, ...written] : written;
    written = [];
    if (passing.length > 0) onWritten(passing);
    passing = [];
  };

  const passSome = () => {
    // Each of these steps is slow when it runs for the first time, so each may use up its task
    // alone.
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
    /**
     * Completes all waiting calls at once: needed before the visitor, the wallet or the session
     * changes.
     */
    settle: () => settle(waiting.length),
    /**
     * Completes, writes and passes on everything at once: before a flush, or when the page may
     * vanish.
     *
     * @param isNewTask true when called from the browser's own event, where `settle` cannot be
     * running: if it seems to be, the browser killed its task, as Firefox does in a tab that is
     * closed
     */
    passAll: (isNewTask = false) => {
      if (isNewTask) isSettling = false;
      settle(waiting.length);
      writeUpTo(settled);
      passOn(isNewTask);
    },
  };
};
