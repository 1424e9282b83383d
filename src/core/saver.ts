// Writes accepted events to the store after the calls have returned, and erases them when they are
// delivered or dropped.
import type { EventStore, QueuedEvent } from './ports.js';

/**
 * Events written to the store, or erased, at a time: few enough not to be a long task on a slow
 * phone.
 */
const AT_ONCE = 50;

/**
 * How long a store that failed is left alone before it is tried again. Events are in memory alone
 * meanwhile. Milliseconds.
 */
const RETRY_MS = 10_000;

export interface SaverOptions {
  readonly store: EventStore;
  readonly after: (delayMs: number, run: () => void) => () => void;
  readonly onFault: (cause: unknown) => void;
}

export interface Saver {
  /** Remembers the event for the next write. */
  keep(event: QueuedEvent): void;
  /** Begins to write what `keep` was given. */
  save(): void;
  /** Writes at once, without waiting, what the store may not have yet: the page may vanish. */
  saveNow(): void;
  erase(ids: readonly string[]): void;
}

export const createSaver = ({ store, after, onFault }: SaverOptions): Saver => {
  const unsaved = new Map<string, QueuedEvent>();
  const unerased = new Set<string>();
  /** Ids of `unsaved` events that the store may hold already, because a write was begun. */
  const tried = new Set<string>();
  let isWriting = false;
  let isRetryPlanned = false;

  const append = async () => {
    const chunk = [...unsaved.values()].slice(0, AT_ONCE);
    for (const { id } of chunk) tried.add(id);
    if (chunk.length > 0) await store.append(chunk);
    for (const { id } of chunk) {
      unsaved.delete(id);
      tried.delete(id);
    }
  };
  const acknowledge = async () => {
    const chunk = [...unerased].slice(0, AT_ONCE);
    // Moved to the end, so that the next attempt takes other ids: where the database cannot erase,
    // `acknowledge` at least removes them from its journal.
    for (const id of chunk) {
      unerased.delete(id);
      unerased.add(id);
    }
    await store.acknowledge(chunk);
    for (const id of chunk) unerased.delete(id);
  };

  const write = async (): Promise<void> => {
    if (isWriting || isRetryPlanned) return;
    isWriting = true;
    try {
      while (unsaved.size + unerased.size) {
        // Erases first, which makes room: on a full disk the append throws, and nothing after it
        // would run.
        if (unerased.size) await acknowledge();
        await append();
      }
    } catch (cause) {
      onFault(cause);
      isRetryPlanned = true;
      after(RETRY_MS, () => {
        isRetryPlanned = false;
        void write();
      });
    }
    isWriting = false;
  };

  return {
    keep: (event) => {
      unsaved.set(event.id, event);
    },
    save: () => void write(),
    saveNow: () => {
      if (unsaved.size === 0 || !store.appendNow) return;
      for (const id of unsaved.keys()) tried.add(id);
      store.appendNow([...unsaved.values()]);
    },
    erase: (ids) => {
      // An event that was never written needs no erasing. One whose write is running or has failed
      // may be in the store, and does.
      for (const id of ids) if (!unsaved.delete(id) || tried.delete(id)) unerased.add(id);
      void write();
    },
  };
};
