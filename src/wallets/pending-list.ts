// The transactions that are worth following, and which page tells how one of them ended.
import type { KeyValue } from '../core/ports.js';
import { PENDING_KEY, type Pending, putPending, readPending } from './pending.js';

/** Milliseconds until a transaction is given up that no block took. */
const MAX_AGE_MS = 24 * 3_600_000;

export interface PendingList {
  readonly all: () => readonly Pending[];
  /** Adds it, or takes it for the one with the same id. */
  readonly put: (entry: Pending) => void;
  /** True for the one caller, in whichever tab, who may tell how it ended. */
  readonly take: (id: string) => boolean;
}

export const createPendingList = (storage: KeyValue, now: () => number): PendingList => {
  const all = () => readPending(storage).filter(({ at }) => now() - at < MAX_AGE_MS);
  return {
    all,
    put: (entry) => putPending(storage, entry),
    take: (id) => {
      const list = all();
      const others = list.filter((entry) => entry.id !== id);
      if (others.length === list.length) return false;
      if (others.length > 0) storage.set(PENDING_KEY, JSON.stringify(others));
      else storage.remove(PENDING_KEY);
      return true;
    },
  };
};
