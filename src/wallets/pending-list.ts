// The list of transactions to follow; it also decides which tab records how one of them ended.
import { PENDING_KEY } from '../core/pending-key.js';
import type { KeyValue } from '../core/ports.js';
import { type Pending, readPending } from './pending.js';

/** After this time a transaction that no block has is given up. Milliseconds. */
const MAX_AGE_MS = 24 * 3_600_000;

export interface PendingList {
  readonly all: () => readonly Pending[];
  /** Adds the entry, or puts it in the place of the one with the same id. */
  readonly put: (entry: Pending) => void;
  /** Removes the entry. True for the one caller, in whichever tab, who may record how it ended. */
  readonly take: (id: string) => boolean;
}

/** @param visitor answers the anonymous id of the visitor whose transactions these are */
export const createPendingList = (
  storage: KeyValue,
  now: () => number,
  visitor: () => string,
): PendingList => {
  const all = () => {
    const young = readPending(storage, visitor()).filter(({ at }) => now() - at < MAX_AGE_MS);
    return [...new Map(young.map((entry) => [entry.id, entry])).values()];
  };
  const set = (list: readonly Pending[]) => {
    if (list.length > 0) storage.set(PENDING_KEY, JSON.stringify(list));
    else storage.remove(PENDING_KEY);
  };
  const without = (id: string) => all().filter((entry) => entry.id !== id);
  return {
    all,
    put: (entry) => set([...without(entry.id), entry]),
    take: (id) => {
      const others = without(id);
      if (others.length === all().length) return false;
      set(others);
      return true;
    },
  };
};
