// From a call to an answered request: intake -> queue -> sender, and the events that earlier pages
// left over.
import { MAX_EVENTS_PER_REQUEST } from '../protocol/limits.js';
import { logQueued } from './debug-log.js';
import { createFlush } from './flush.js';
import { createIntake } from './intake.js';
import { startLookout } from './lookout.js';
import type { ResolvedDelivery } from './options.js';
import type { Clock, Ports, QueuedEvent } from './ports.js';
import { createQueue } from './queue.js';
import { createRecovery } from './recovery.js';
import { createSaver } from './saver.js';
import { createSender } from './sender.js';
import { createTally } from './tally.js';
import { TrackerError } from './tracker-error.js';
import type { DroppedEvent, TrackerFault, TrackerStats } from './tracker-types.js';

/** How long `close()` waits for the last answers. */
const CLOSE_TIMEOUT_MS = 5_000;

const NOT_AGREED = 'the visitor did not agree, or no longer';

export interface PipelineOptions<C, E> {
  readonly ports: Pick<Ports, 'store' | 'transport' | 'lifecycle' | 'log' | 'isAhead'>;
  readonly clock: Clock;
  readonly delivery: ResolvedDelivery;
  /** Makes a call into an event; null when it is not to be sent. An event is returned as it is. */
  readonly complete: (call: C | E) => E | null;
  readonly write: (event: E) => QueuedEvent;
  readonly onDrop: (event: DroppedEvent) => void;
  readonly onFault: (fault: TrackerFault) => void;
  /** Whether events may be stored and sent at the start. */
  readonly isOpen: boolean;
}

export interface Pipeline<C, E> {
  accept(call: C): void;
  /** Completes the accepted calls: needed before the visitor, the wallet or the session changes. */
  settle(): void;
  /** Counts an accepted call as dropped (`filtered`), for a reason in plain words. */
  filter(reason: string): void;
  /** Stores and sends from now on. Events that waited for consent go through `change` first. */
  open(change: (event: E) => E): void;
  /**
   * Drops every event, and keeps later ones in memory alone. Resolves when the store has erased
   * them.
   */
  shut(): Promise<void>;
  flush(options?: { readonly timeoutMs?: number | undefined }): Promise<void>;
  close(): Promise<void>;
  stats(): TrackerStats;
  /** A new write key is in place: sends again. */
  authorize(): void;
}

/**
 * Tells of the first storage fault only: the ones after it say nothing new. Those of a page that is
 * left are none: the browser ends what it was storing, and its events were saved before that.
 */
const tellOnce = (onFault: (fault: TrackerFault) => void, isLeaving: () => boolean) => {
  let isTold = false;
  return (cause: unknown) => {
    if (isTold || isLeaving()) return;
    isTold = true;
    const message = `Events are kept in memory for now, because storage failed: ${String(cause)}`;
    onFault({ code: 'storage', message, cause });
  };
};

export const createPipeline = <C, E>(options: PipelineOptions<C, E>): Pipeline<C, E> => {
  const { clock, delivery, complete, onFault } = options;
  const { store, transport, lifecycle } = options.ports;
  const tally = createTally(options.onDrop);
  let isLeaving = false;
  const onStorageFault = tellOnce(onFault, () => isLeaving);

  const saver = createSaver({ store, after: clock.after, onFault: onStorageFault });
  const queue = createQueue({
    saver,
    tally,
    maxEvents: delivery.maxQueueEvents,
    maxBytes: delivery.maxQueueBytes,
  });
  const sender = createSender({
    ...delivery,
    queue,
    transport,
    clock,
    isOnline: lifecycle.isOnline,
    maxBatchEvents: MAX_EVENTS_PER_REQUEST,
    onFault,
    onRetry: (delayMs) => options.ports.log?.(`retried in ${(delayMs / 1_000).toFixed(1)} s`),
    onSettled: () => flush.check(),
  });
  let { isOpen } = options;
  const admit = (events: readonly QueuedEvent[], isSaved: boolean) => {
    queue.add(events, isSaved);
    // Consent may have been withdrawn while the events were read from the store, or by a plugin's
    // `enrich`.
    if (isOpen) sender.wake();
    else queue.clear('consent', NOT_AGREED);
  };
  const intake = createIntake({
    complete,
    write: options.write,
    clock,
    onWritten: (events) => {
      logQueued(options.ports, events);
      admit(events, false);
    },
  });
  const flush = createFlush({ queue, sender, after: clock.after, passAll: intake.passAll });
  /** Events of a visitor who has not decided yet: kept in memory alone. */
  const held: E[] = [];
  const hold = (event: E) => {
    held.push(event);
    if (held.length <= delivery.maxQueueEvents) return;
    held.shift();
    tally.drop('queue_full', `more than ${delivery.maxQueueEvents} events wait for consent`);
  };
  /** Drops the held events. They are nowhere else, so nothing has to be erased. */
  const forgetHeld = () => {
    for (const _ of held.splice(0)) tally.drop('consent', NOT_AGREED);
  };
  const recovery = createRecovery({
    store,
    room: () => delivery.maxQueueEvents - queue.size().count,
    onRecovered: (events) => {
      tally.recover(events.length);
      admit(events, true);
    },
    onExcess: (events) => {
      tally.recover(events.length);
      queue.giveUp(events);
    },
    onFault: onStorageFault,
  });

  const recover = () => {
    // A prerendered page is given no Web Lock, and would report that as a fault of its storage.
    if (isOpen && !options.ports.isAhead?.()) void recovery();
  };

  const save = (isNewTask?: boolean) => {
    intake.passAll(isNewTask);
    saver.saveNow();
  };
  const listeners = [
    lifecycle.onHide((leaving) => {
      // Stays true: `visibilitychange` comes after `pagehide`, without `leaving`.
      isLeaving ||= leaving;
      save(true);
      sender.sendLast(leaving);
    }),
    lifecycle.onShow(() => {
      isLeaving = false;
      sender.sendNow();
      recover();
    }),
    lifecycle.onOnline(() => {
      sender.resume();
      recover();
    }),
    startLookout(clock, recover),
  ];

  return {
    accept: (call) => {
      tally.accept(1);
      if (isOpen) intake.add(call);
      else {
        // Completed now: the visitor may take long to decide, and page and wallet may be others by
        // then.
        const event = complete(call);
        if (event) hold(event);
      }
      // The app may record an event in a `pagehide` listener that runs after ours: no later task
      // would save it.
      if (isLeaving) save();
    },
    settle: intake.settle,
    filter: (reason) => tally.drop('filtered', reason),
    open: (change) => {
      isOpen = true;
      for (const event of held.splice(0)) intake.add(change(event));
      recover();
    },
    shut: async () => {
      const wasOpen = isOpen;
      isOpen = false;
      intake.passAll();
      forgetHeld();
      const ids = queue.clear('consent', NOT_AGREED);
      flush.check();
      // `clear` erases as well, but a write may still have been running then: this erases what it
      // stored.
      if (wasOpen) await store.acknowledge(ids).catch(onStorageFault);
    },
    flush: (flushOptions) => {
      const flushed =
        held.length === 0
          ? flush.run(flushOptions)
          : Promise.reject(new TrackerError('Not flushed: the consent is pending.'));
      // A page that ignores the answer must not see an unhandled rejection.
      flushed.catch(() => {});
      return flushed;
    },
    close: async () => {
      // The listeners stay until the flush ends: the page may be left meanwhile, and its events
      // have to be saved then.
      await flush.run({ timeoutMs: CLOSE_TIMEOUT_MS }).catch(() => {});
      for (const stopListening of listeners.splice(0)) stopListening();
      forgetHeld();
      saver.saveNow();
      sender.stop();
    },
    stats: () => {
      intake.settle();
      return tally.stats();
    },
    authorize: sender.authorize,
  };
};
