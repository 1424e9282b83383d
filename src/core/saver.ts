// Writes accepted events behind the calls into the store, and erases them when they are settled.
import type { EventStore, QueuedEvent } from './ports.js';

/** Events written to the store, or erased, at a time: neither is a long task on a slow phone. */
const AT_ONCE = 50;

/** How long events live in memory alone before a store that failed is tried again. */
const RETRY_MS = 10_000;

export interface SaverOptions {
  readonly store: EventStore;
  readonly after: (delayMs: number, run: () => void) => () => void;
  readonly onFault: (cause: unknown) => void;
}

export interface Saver {
  /** To be written soon. */
  keep(event: QueuedEvent): void;
  /** Begins to write what `keep` was given. */
  save(): void;
  /** Writes what the store may not have yet, without waiting: the page may vanish. */
  saveNow(): void;
  erase(ids: readonly string[]): void;
}

export const createSaver = ({ store, after, onFault }: SaverOptions): Saver => {
  const unsaved = new Map<string, QueuedEvent>();
  const unerased = new Set<string>();
  /** What of `unsaved` the store may have nevertheless. */
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
    // To the end: where nothing can be erased the journal forgets them at least, so others must have a turn.
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
        // First what makes room: on a full disk nothing comes after an append.
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
      // What was never written needs no erasing; what is being written, or was in vain, may.
      for (const id of ids) if (!unsaved.delete(id) || tried.delete(id)) unerased.add(id);
      void write();
    },
  };
};
