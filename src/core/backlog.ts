// The accepted events in memory, in the order of acceptance, and which of them are out in a request.
import { utf8Length } from '../net/utf8-length.js';
import { ENVELOPE_BYTES } from './batch.js';
import type { QueuedEvent } from './ports.js';

export interface Entry extends QueuedEvent {
  /** Of UTF-8 in a request body. */
  readonly bytes: number;
  /** Grows by one an entry: the order of acceptance. */
  readonly order: number;
}

export interface Backlog {
  /** The new entry, or undefined when the event is here already. */
  add(event: QueuedEvent): Entry | undefined;
  /** Whether the entry was still here. */
  remove(entry: Entry): boolean;
  /** Whether the entry is still here. */
  has(entry: Entry): boolean;
  /** The oldest entries that are not out, at most `count`, together at most `bytes` but at least one. */
  next(count: number, bytes: number): readonly Entry[];
  /** All entries that fit into `bytes`, oldest first; `again` includes those that are out. */
  fitting(bytes: number, again: boolean): readonly Entry[];
  markOut(entries: readonly Entry[]): void;
  putBack(entries: readonly Entry[]): void;
  /** Everything that is here. */
  size(): Size;
  /** What is here and not out. */
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

/** Emptied places at the front that are kept before the rest moves up. */
const EMPTY_PLACES = 1_024;

/** No cost here grows with the number of entries: an outage must not slow the calls down. */
export const createBacklog = (): Backlog => {
  const byId = new Map<string, Slot>();
  /** By order less `base`; undefined where an entry was removed. */
  let slots: (Slot | undefined)[] = [];
  let base = 0;
  /** Nothing is here before this order. */
  let oldest = 0;
  /** Nothing waits before this order. */
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
