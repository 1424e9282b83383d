// The accepted events in memory, in the order of acceptance, and which of them are in a request
// now.
import { utf8Length } from '../net/utf8-length.js';
import { ENVELOPE_BYTES } from './batch.js';
import type { QueuedEvent } from './ports.js';

export interface Entry extends QueuedEvent {
  /** Size in a request body, in bytes of UTF-8, with `sent_at` and the comma. */
  readonly bytes: number;
  /** Sequence number, one higher with each entry: the order of acceptance. */
  readonly order: number;
}

export interface Backlog {
  /** Answers the new entry, or undefined when an event with the same id is queued already. */
  add(event: QueuedEvent): Entry | undefined;
  /** Removes the entry; false when it was removed before. */
  remove(entry: Entry): boolean;
  /** Whether the entry is still here. */
  has(entry: Entry): boolean;
  /**
   * The oldest entries that are in no request: at most `count`, and at most `bytes` together, but
   * at least one.
   */
  next(count: number, bytes: number): readonly Entry[];
  /**
   * All entries that fit into `bytes`, oldest first; with `again` also those that are in a request.
   */
  fitting(bytes: number, again: boolean): readonly Entry[];
  markOut(entries: readonly Entry[]): void;
  putBack(entries: readonly Entry[]): void;
  /** All entries, whether in a request or not. */
  size(): Size;
  /** The entries that are in no request. */
  waiting(): Size;
  /** The order of the oldest entry, or infinity. */
  oldestOrder(): number;
  /** The order that the next entry will have. */
  nextOrder(): number;
}

export interface Size {
  readonly count: number;
  readonly bytes: number;
}

interface Slot extends Entry {
  isOut: boolean;
}

/** Removed entries at the front that are tolerated before the array is copied without them. */
const EMPTY_PLACES = 1_024;

/**
 * Adding, removing and making a batch cost the same however many entries wait: an outage must not
 * slow the app's calls down.
 */
export const createBacklog = (): Backlog => {
  const byId = new Map<string, Slot>();
  /** The entry of order n is at index n - `base`; undefined where an entry was removed. */
  let slots: (Slot | undefined)[] = [];
  let base = 0;
  /** No entry has a lower order than this. */
  let oldest = 0;
  /** Every entry of a lower order is in a request or removed. */
  let firstWaiting = 0;
  let bytes = 0;
  let outCount = 0;
  let outBytes = 0;

  const nextOrder = () => base + slots.length;

  const skipRemoved = () => {
    while (oldest < nextOrder() && !slots[oldest - base]) oldest += 1;
    const empty = oldest - base;
    if (empty < EMPTY_PLACES || empty < slots.length / 2) return;
    slots = slots.slice(empty);
    base = oldest;
  };
  const has = (entry: Entry): entry is Slot => byId.get(entry.id) === entry;
  const setOut = (slot: Entry, isOut: boolean) => {
    if (!has(slot) || slot.isOut === isOut) return;
    slot.isOut = isOut;
    const sign = isOut ? 1 : -1;
    outCount += sign;
    outBytes += sign * slot.bytes;
    if (!isOut) firstWaiting = Math.min(firstWaiting, slot.order);
  };

  return {
    add: (event) => {
      if (byId.has(event.id)) return undefined;
      const size = utf8Length(event.json) + ENVELOPE_BYTES;
      const { id, at, json } = event;
      const slot = { id, at, json, bytes: size, order: nextOrder(), isOut: false };
      byId.set(id, slot);
      slots.push(slot);
      bytes += size;
      return slot;
    },
    remove: (entry) => {
      if (!has(entry)) return false;
      setOut(entry, false);
      byId.delete(entry.id);
      slots[entry.order - base] = undefined;
      bytes -= entry.bytes;
      if (entry.order === oldest) skipRemoved();
      return true;
    },
    has,
    next: (maxCount, maxBytes) => {
      const batch: Entry[] = [];
      let size = 0;
      for (let order = Math.max(firstWaiting, oldest); order < nextOrder(); order++) {
        const slot = slots[order - base];
        if (!slot || slot.isOut) continue;
        if (batch.length === 0) firstWaiting = order;
        size += slot.bytes;
        if (batch.length > 0 && (batch.length === maxCount || size > maxBytes)) break;
        batch.push(slot);
      }
      return batch;
    },
    fitting: (maxBytes, again) => {
      let room = maxBytes;
      return slots.flatMap((slot) => {
        if (!slot || slot.bytes > room || (!again && slot.isOut)) return [];
        room -= slot.bytes;
        return [slot];
      });
    },
    markOut: (batch) => {
      for (const entry of batch) setOut(entry, true);
    },
    putBack: (batch) => {
      for (const entry of batch) setOut(entry, false);
    },
    size: () => ({ count: byId.size, bytes }),
    waiting: () => ({ count: byId.size - outCount, bytes: bytes - outBytes }),
    oldestOrder: () => (byId.size > 0 ? oldest : Number.POSITIVE_INFINITY),
    nextOrder,
  };
};
