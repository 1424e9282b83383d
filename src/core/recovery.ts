// Takes over what earlier pages or processes left in the store.
import type { EventStore, QueuedEvent } from './ports.js';

/** Events taken at a time. */
const TAKE_AT_ONCE = 500;

export interface RecoveryOptions {
  readonly store: EventStore;
  readonly maxEvents: number;
  readonly onRecovered: (events: readonly QueuedEvent[]) => void;
  /** Beyond the bound of the queue: to be given up, oldest first. */
  readonly onExcess: (events: readonly QueuedEvent[]) => void;
  readonly onFault: (cause: unknown) => void;
}

/** Answers the function that takes what is left over; calls during a run join it. */
export const createRecovery = (options: RecoveryOptions) => {
  let running: Promise<void> | undefined;

  const giveUpExcess = async () => {
    const excess = (await options.store.size()) - options.maxEvents;
    if (excess > 0) options.onExcess(await options.store.take(excess));
  };

  const takeAll = async () => {
    // A store that cannot count may still have something to give.
    await giveUpExcess().catch(options.onFault);
    for (;;) {
      const events = await options.store.take(TAKE_AT_ONCE);
      if (events.length > 0) options.onRecovered(events);
      if (events.length < TAKE_AT_ONCE) return;
    }
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
