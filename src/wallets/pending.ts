// The transactions whose end is not known yet: kept for the pages and tabs to come.
import type { KeyValue } from '../core/ports.js';
import { toPlain } from '../core/to-plain.js';
import type { TransactionEvent } from '../core/tracker-types.js';
import { PENDING_KEY } from './pending-key.js';
import { attempt } from './provider.js';

/** Milliseconds until a transaction is given up that no block took. */
const MAX_AGE_MS = 24 * 3_600_000;

/** More than one visitor has under way; bounds what is stored. */
const MOST_PENDING = 20;

export interface Pending {
  /** The transaction's hash, or what the wallet calls the batch. */
  readonly id: string;
  /** When it was broadcasted. Milliseconds since 1970. */
  readonly at: number;
  /** As it was told when it was broadcasted. */
  readonly transaction: TransactionEvent;
  /** What it may be replaced by: the sender's nonce, as it was seen at a block. */
  readonly sent?: { readonly from: string; readonly nonce: number; readonly block: number };
}

export interface PendingList {
  readonly all: () => readonly Pending[];
  /** Adds it, or takes it for the one with the same id. */
  readonly put: (entry: Pending) => void;
  /** True for the one caller, in whichever tab, who may tell how it ended. */
  readonly take: (id: string) => boolean;
}

export const createPendingList = (storage: KeyValue, now: () => number): PendingList => {
  const all = (): readonly Pending[] => {
    const stored: unknown = attempt(() => JSON.parse(storage.get(PENDING_KEY) ?? '[]'));
    const list = Array.isArray(stored) ? (stored as readonly Pending[]) : [];
    return list.filter(({ at }) => now() - at < MAX_AGE_MS);
  };
  const set = (list: readonly Pending[]) => {
    if (list.length > 0)
      storage.set(PENDING_KEY, JSON.stringify(toPlain(list.slice(-MOST_PENDING))));
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
