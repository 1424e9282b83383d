// Holds complete events for the moment between the call and the queue, so that a call costs little.
import type { QueuedEvent } from './ports.js';

/** Events written as JSON in one task: some milliseconds on a slow phone. */
const WRITE_AT_ONCE = 100;

export interface IntakeOptions<E> {
  readonly write: (event: E) => QueuedEvent;
  readonly after: (delayMs: number, run: () => void) => () => void;
  readonly onWritten: (events: readonly QueuedEvent[]) => void;
}

/** Writing JSON is left to later tasks, a bounded number of events in each, in the order of the calls. */
export const createIntake = <E>({ write, after, onWritten }: IntakeOptions<E>) => {
  let waiting: E[] = [];
  let start = 0;
  let isPlanned = false;

  const pass = (count: number) => {
    const events = waiting.slice(start, start + count);
    start += events.length;
    if (start === waiting.length) {
      waiting = [];
      start = 0;
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
    add: (event: E) => {
      waiting.push(event);
      plan();
    },
    /** Passes everything on at once: before a flush, or when the page may vanish. */
    passAll: () => pass(waiting.length),
  };
};
