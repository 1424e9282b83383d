// Sends once what closed pages left in a store, without making a tracker.
import { MAX_EVENTS_PER_REQUEST } from '../protocol/limits.js';
import { createDeliver } from './deliver.js';
import { resolveDelivery } from './options.js';
import { callApp } from './plugins.js';
import type { Ports } from './ports.js';
import { createQueue } from './queue.js';
import type { Saver } from './saver.js';
import { createNextBatch } from './sender.js';
import { createTally } from './tally.js';
import { TrackerError } from './tracker-error.js';
import type { TrackerOptions } from './tracker-types.js';

/** Events taken at a time. */
const TAKE_AT_ONCE = 500;

/**
 * Resolves with the number of events that were delivered.
 * @throws TrackerError when the rest has to wait: the server is away or refuses the key
 */
export const sendLeftOverOnce = async (
  options: TrackerOptions,
  { store, transport, clock }: Pick<Ports, 'store' | 'transport' | 'clock'>,
): Promise<number> => {
  const delivery = resolveDelivery(options);
  const tally = createTally((event) => void callApp(() => options.onDrop?.(event)));
  const erasing: Promise<void>[] = [];
  // Every event of this queue is in the store already, so there is nothing to save.
  const saver: Saver = {
    keep: () => {},
    save: () => {},
    saveNow: () => {},
    erase: (ids) => {
      const erased = store.acknowledge(ids);
      // It may reject while a request is still running, before `Promise.all` below waits for it:
      // that must not be an unhandled rejection.
      erased.catch(() => {});
      erasing.push(erased);
    },
  };
  const queue = createQueue({
    saver,
    tally,
    // Needs no bounds of its own: few events are taken at a time, and the pages kept to theirs when
    // they stored them.
    maxEvents: Number.POSITIVE_INFINITY,
    maxBytes: Number.POSITIVE_INFINITY,
  });
  let why = 'the server could not be reached.';
  const deliver = createDeliver({
    queue,
    transport,
    clock,
    onDelivered: () => {},
    onRetry: () => {},
    keyNumber: () => 0,
    onUnauthorized: (detail) => {
      why = `the server refused the write key: ${detail}`;
    },
    onTooLarge: () => {},
  });

  const nextBatch = createNextBatch({
    ...delivery,
    queue,
    clock,
    maxBatchEvents: MAX_EVENTS_PER_REQUEST,
  });

  for (;;) {
    const taken = await store.take(TAKE_AT_ONCE);
    if (taken.length === 0) return tally.stats().delivered;
    queue.add(taken, true);
    for (;;) {
      const batch = nextBatch(delivery.maxBatchBytes);
      queue.markOut(batch);
      const outcome = batch.length > 0 && (await deliver(batch));
      await Promise.all(erasing.splice(0));
      if (!outcome) break;
      if (outcome === 'stopped') {
        // The visitor refused meanwhile, and the store was erased: nothing is left to wait.
        if ((await store.size().catch(() => 1)) === 0) {
          queue.clear('consent', 'it was erased, since the visitor refused');
          return tally.stats().delivered;
        }
        throw new TrackerError(`${queue.size().count} events have to wait, because ${why}`);
      }
    }
  }
};
