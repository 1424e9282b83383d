// Takes over what earlier pages or processes left in the store.
import type { EventStore, QueuedEvent } from './ports.js';

/** Events taken at a time. */
const TAKE_AT_ONCE = 500;

export interface RecoveryOptions {
  readonly store: EventStore;
  /** How many events the queue can take. */
  readonly room: () => number;
  /** Called even when nothing was left over. */
  readonly onRecovered: (events: readonly QueuedEvent[]) => void;
  /** Left-over events that the queue has no room for, oldest first: they are dropped. */
  readonly onExcess: (events: readonly QueuedEvent[]) => void;
  readonly onFault: (cause: unknown) => void;
}

/**
 * Answers the function that takes what is left over; a call during a run answers that run's
 * promise.
 */
export const createRecovery = (options: RecoveryOptions) => {
  let running: Promise<void> | undefined;

  const giveUpExcess = async () => {
    // `take` counts anew what is left over: several tabs look at the same time, and with a number
    // counted before each would drop as many.
    if ((await options.store.size()) > options.room())
      options.onExcess(await options.store.take(Infinity, options.room()));
  };

  const takeAll = async () => {
    // A store that fails to count its events may still hand some out.
    await giveUpExcess().catch(options.onFault);
    let events: readonly QueuedEvent[];
    do {
      events = await options.store.take(TAKE_AT_ONCE);
      options.onRecovered(events);
    } while (events.length === TAKE_AT_ONCE);
  };

  return (): Promise<void> => {
    running ??= takeAll()
      .catch(options.onFault)
      .finally(() => {
        running = undefined;
      });
    return running;
  };
};
