// From a complete event to an answered request on a server: into memory or the spool, then to the sender.
import type { CompleteEvent } from '../core/enrich.js';
import { createFlush } from '../core/flush.js';
import { createIntake } from '../core/intake.js';
import type { Clock, QueuedEvent, Transport } from '../core/ports.js';
import { createQueue } from '../core/queue.js';
import type { Saver } from '../core/saver.js';
import { createSender } from '../core/sender.js';
import { createTally } from '../core/tally.js';
import type { DroppedEvent, TrackerFault, TrackerStats } from '../core/tracker-types.js';
import { QUEUED, REFUSED } from './acceptance.js';
import { BUSY_FROM, createRoom } from './room.js';
import type { ServerDelivery } from './server-options.js';
import type { Acceptance } from './server-tracker-types.js';
import { createSpoolFeed } from './spool-feed.js';
import type { Spool } from './spool-port.js';

/** Most events that wait to be written as JSON: with more, they are written within the call. */
const MOST_UNWRITTEN = 1_000;

export interface ServerPipelineOptions {
  readonly clock: Clock;
  readonly transport: Transport;
  readonly delivery: ServerDelivery;
  readonly write: (event: CompleteEvent) => QueuedEvent;
  readonly spool?: Spool | undefined;
  /** Keeps the process alive until the function that it answers is called. */
  readonly hold: () => () => void;
  readonly onDrop: (event: DroppedEvent) => void;
  readonly onFault: (fault: TrackerFault) => void;
}

export interface ServerPipeline {
  accept(event: CompleteEvent): Promise<Acceptance>;
  /** Counts an event that a plugin dropped. */
  filter(type: string): void;
  flush(timeoutMs: number): Promise<void>;
  stop(): void;
  stats(): TrackerStats;
  /** A new write key is in place: sends again. */
  authorize(): void;
}

const createNoSaver = (erase: Saver['erase']): Saver => ({
  keep: () => {},
  save: () => {},
  saveNow: () => {},
  erase,
});

export const createServerPipeline = (options: ServerPipelineOptions): ServerPipeline => {
  const { clock, delivery, spool, onFault } = options;
  const { maxQueueEvents, maxQueueBytes, whenFull } = delivery;
  const tally = createTally(options.onDrop);
  // The queue drops events only without a spool, which keeps to its own bound, and only under
  // `drop-oldest`.
  const dropsFromQueue = !spool && whenFull === 'drop-oldest';
  const queue = createQueue({
    saver: createNoSaver((ids) => spool?.acknowledge(ids)),
    tally,
    maxEvents: dropsFromQueue ? maxQueueEvents : Number.POSITIVE_INFINITY,
    maxBytes: dropsFromQueue ? maxQueueBytes : Number.POSITIVE_INFINITY,
  });
  let unwritten = 0;

  /** How full the memory is: 1 is the bound. */
  const fill = () => {
    const { count, bytes } = queue.size();
    return Math.max((count + unwritten) / maxQueueEvents, bytes / maxQueueBytes);
  };
  /** @param fillOf how full the place is that callers wait for */
  const roomIn = (fillOf: () => number) =>
    createRoom({
      isBusy: () => fillOf() >= BUSY_FROM,
      hold: options.hold,
      onWait: () => {
        intake.passAll();
        sender.sendNow();
      },
    });
  const memory = roomIn(fill);
  const disk = roomIn(() => spool?.fill() ?? 0);
  const sender = createSender({
    ...delivery,
    queue,
    transport: options.transport,
    clock,
    isOnline: () => true,
    isPatient: true,
    onFault,
    onSettled: () => {
      feed?.refill();
      memory.check();
      disk.check();
      flush.check();
    },
  });
  const intake = createIntake<CompleteEvent, CompleteEvent>({
    complete: (event) => event,
    write: options.write,
    clock,
    onWritten: (events) => {
      unwritten -= events.length;
      queue.add(events, false);
      sender.wake();
    },
  });
  const flush = createFlush({
    queue,
    sender,
    after: clock.after,
    passAll: intake.passAll,
  });
  const refuse = (messageId: string, detail: string) => {
    tally.drop('queue_full', detail, messageId);
    return REFUSED;
  };
  const feed =
    spool &&
    createSpoolFeed({
      spool,
      queue,
      tally,
      whenFull,
      fill,
      refuse,
      memory,
      disk,
      wake: sender.wake,
    });

  const acceptToMemory = (event: CompleteEvent): Promise<Acceptance> => {
    const full = whenFull === 'drop-oldest' ? 0 : fill();
    if (full >= 1) {
      return refuse(
        event.message_id ?? '',
        `more than ${maxQueueEvents} events or ${maxQueueBytes} bytes wait`,
      );
    }
    unwritten += 1;
    intake.add(event);
    // Near the bound events are written at once, because only written events count in bytes.
    if (unwritten >= MOST_UNWRITTEN || full >= BUSY_FROM / 2) intake.passAll();
    return whenFull === 'await' && full >= BUSY_FROM ? memory.wait('queued') : QUEUED;
  };

  return {
    accept: (event) => {
      tally.accept(1);
      return feed ? feed.accept(options.write(event)) : acceptToMemory(event);
    },
    filter: (type) => {
      tally.accept(1);
      tally.drop('filtered', `a plugin dropped this ${type} event`);
    },
    flush: (timeoutMs) => (feed ? feed.flush(flush.run, timeoutMs) : flush.run({ timeoutMs })),
    stop: () => {
      sender.stop();
      memory.end();
      disk.end();
      if (feed) feed.close();
      else
        queue.clear(
          'closed',
          'close() ended before it was answered; with a spool it would be kept',
        );
    },
    stats: tally.stats,
    authorize: sender.authorize,
  };
};
