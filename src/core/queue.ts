// The accepted events of this tracker until each is delivered or dropped: in memory, backed by a store.
import { type Backlog, createBacklog, type Entry } from './backlog.js';
import type { QueuedEvent } from './ports.js';
import type { Saver } from './saver.js';
import type { Tally } from './tally.js';
import type { DroppedEvent, DropReason } from './tracker-types.js';

export interface QueueOptions {
  readonly saver: Saver;
  readonly tally: Tally;
  readonly maxEvents: number;
  readonly maxBytes: number;
  readonly onDrop: (event: DroppedEvent) => void;
}

export interface Queue extends Omit<Backlog, 'add' | 'remove'> {
  /** Takes responsibility for events; `saved`: the store has them already. */
  add(events: readonly QueuedEvent[], saved: boolean): void;
  delivered(entries: readonly Entry[]): void;
  drop(entry: Entry, reason: DropReason, detail: string): void;
  /** Drops everything, what is out in a request included; answers the ids. */
  clear(reason: DropReason, detail: string): readonly string[];
  /** Counts left-over events as dropped that the queue has no room for, and erases them. */
  giveUp(events: readonly QueuedEvent[]): void;
}

export const createQueue = (options: QueueOptions): Queue => {
  const { saver, tally, maxEvents, maxBytes, onDrop } = options;
  const backlog = createBacklog();
  const bounds = `more than ${maxEvents} events or ${maxBytes} bytes wait`;

  const reportDrop = (messageId: string, reason: DropReason, detail: string) => {
    tally.drop(reason);
    onDrop({ reason, messageId, detail });
  };

  const drop = (entry: Entry, reason: DropReason, detail: string) => {
    if (!backlog.remove(entry)) return;
    saver.erase([entry.id]);
    reportDrop(entry.id, reason, detail);
  };

  /** The oldest go first; what is out in a request stays. */
  const keepWithinBounds = () => {
    for (;;) {
      const { count, bytes } = backlog.size();
      if (count <= maxEvents && bytes <= maxBytes) return;
      const [oldest] = backlog.next(1, 0);
      if (!oldest) return;
      drop(oldest, 'queue_full', bounds);
    }
  };

  return {
    ...backlog,
    add: (events, saved) => {
      for (const event of events) {
        if (!backlog.add(event)) {
          reportDrop(event.id, 'duplicate', 'an event with this message id is queued already');
        } else if (!saved) saver.keep(event);
      }
      keepWithinBounds();
      saver.save();
    },
    delivered: (batch) => {
      const gone = batch.filter(backlog.remove);
      tally.deliver(gone.length);
      saver.erase(gone.map(({ id }) => id));
    },
    drop,
    clear: (reason, detail) => {
      const ids = backlog.fitting(Number.POSITIVE_INFINITY, true).map((entry) => {
        backlog.remove(entry);
        reportDrop(entry.id, reason, detail);
        return entry.id;
      });
      saver.erase(ids);
      return ids;
    },
    giveUp: (events) => {
      saver.erase(events.map(({ id }) => id));
      for (const { id } of events) reportDrop(id, 'queue_full', bounds);
    },
  };
};
