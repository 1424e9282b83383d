// Takes over what earlier pages or processes left in the store.
import type { EventStore, QueuedEvent } from './ports.js';

/** Events taken at a time. */
const TAKE_AT_ONCE = 500;

export interface RecoveryOptions {
  readonly store: EventStore;
  /** How many events the queue can take. */
  readonly room: () => number;
  /** With none, too. */
  readonly onRecovered: (events: readonly QueuedEvent[]) => void;
  /** Beyond the bound of the queue: to be given up, oldest first. */
  readonly onExcess: (events: readonly QueuedEvent[]) => void;
  readonly onFault: (cause: unknown) => void;
}

/** Answers the function that takes what is left over; calls during a run join it. */
export const createRecovery = (options: RecoveryOptions) => {
  let running: Promise<void> | undefined;

  const giveUpExcess = async () => {
    // Of what is left over by then: other tabs look at the same time, and each would give up as many.
    if ((await options.store.size()) > options.room())
      options.onExcess(await options.store.take(Infinity, options.room()));
  };

  const takeAll = async () => {
    // A store that cannot count may still have something to give.
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
