// The accepted events of this tracker until each is delivered or dropped: in memory, backed by a store.
import { MAX_INFLATED_BODY_BYTES } from '../protocol/limits.js';
import { type Backlog, createBacklog, type Entry } from './backlog.js';
import type { QueuedEvent } from './ports.js';
import type { Saver } from './saver.js';
import type { Tally } from './tally.js';
import type { DropReason } from './tracker-types.js';

export interface QueueOptions {
  readonly saver: Saver;
  readonly tally: Tally;
  readonly maxEvents: number;
  readonly maxBytes: number;
}

export interface Queue extends Omit<Backlog, 'add' | 'remove'> {
  /** Takes responsibility for events; `saved`: the store has them already. */
  add(events: readonly QueuedEvent[], saved: boolean): void;
  delivered(entries: readonly Entry[]): void;
  drop(entry: Entry, reason: DropReason, detail: string): void;
  /** Drops every event, including those in a request; answers their ids. */
  clear(reason: DropReason, detail: string): readonly string[];
  /** Counts as dropped the left-over events that the queue has no room for, and erases them. */
  giveUp(events: readonly QueuedEvent[]): void;
}

export const createQueue = (options: QueueOptions): Queue => {
  const { saver, tally, maxEvents, maxBytes } = options;
  const backlog = createBacklog();
  const mostBytes = Math.min(maxBytes, MAX_INFLATED_BODY_BYTES);
  const bounds = `more than ${maxEvents} events or ${maxBytes} bytes wait`;

  const drop = (entry: Entry, reason: DropReason, detail: string) => {
    if (!backlog.remove(entry)) return;
    saver.erase([entry.id]);
    tally.drop(reason, detail, entry.id);
  };

  /** Drops the oldest events first; those in a request stay. */
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
        const entry = backlog.add(event);
        if (!entry) {
          tally.drop('duplicate', 'its message id is queued already', event.id);
        } else if (entry.bytes > mostBytes) {
          // Dropped at once, before `keepWithinBounds` drops other events to make room for one that
          // no request can carry.
          drop(entry, 'too_large', `${entry.bytes} bytes`);
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
      const entries = backlog.fitting(Number.POSITIVE_INFINITY, true);
      for (const entry of entries) drop(entry, reason, detail);
      return entries.map(({ id }) => id);
    },
    giveUp: (events) => {
      for (const { id } of events) {
        saver.erase([id]);
        tally.drop('queue_full', bounds, id);
      }
    },
  };
};
