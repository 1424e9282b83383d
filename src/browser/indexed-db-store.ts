// Keeps events in IndexedDB across pages, one key for each, and hands on what closed pages left.
import type { EventStore } from '../core/ports.js';
import { createDatabase } from './database.js';
import { withDeadline } from './deadline.js';
import { createJournal, type Journal } from './journal.js';
import { idOf, keyOf, takeLeftOver, toValue } from './left-over.js';
import { createOwnership, type OwnershipOptions } from './ownership.js';

export interface IndexedDbStoreOptions extends OwnershipOptions {
  /** Undefined where localStorage is denied. */
  readonly storage: Storage | undefined;
  /** An operation that takes longer is given up. Milliseconds, default 5,000. */
  readonly timeoutMs?: number | undefined;
}

export interface IndexedDbStore extends EventStore {
  /** Gives up what this store holds, for another page or tracker to take. */
  release(): void;
}

/** Counts an event once, even if both IndexedDB and a journal have it. */
const countIds = (keys: readonly IDBValidKey[], journal: Journal): number => {
  const ids = new Set(keys.map((key) => idOf(String(key))));
  for (const [, events] of journal.read()) for (const { id } of events) ids.add(id);
  return ids.size;
};

export const createIndexedDbStore = (options: IndexedDbStoreOptions): IndexedDbStore => {
  const { owner, namespace, timeoutMs = 5_000 } = options;
  const database = createDatabase(`chaintrail-${namespace}`);
  const journal = createJournal(options.storage, namespace, owner);
  const ownership = createOwnership(options);
  /**
   * The ids that this tracker has and has not acknowledged: `take` never gives them to it again.
   */
  const known = new Set<string>();

  const bounded = <T>(what: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    withDeadline(what, { timeoutMs }, async (signal) => {
      await ownership.hold();
      return work(signal);
    });

  return {
    append: async (events) => {
      const ids = events.map(({ id }) => id);
      for (const id of ids) known.add(id);
      await bounded('Storing events', async (signal) => {
        // A database that a left page opens would stay shut for all other pages, as long as the
        // browser keeps the page for going back.
        if (journal.has(ids) && ownership.isLeft()) return;
        await database(signal)('readwrite', (store) => {
          for (const event of events) store.put(toValue(event), keyOf(owner, event.id));
        });
        journal.remove(ids);
      });
    },
    appendNow: (events) => {
      for (const { id } of events) known.add(id);
      void ownership.hold();
      return journal.add(events);
    },
    take: (limit, keep = 0) =>
      bounded('Taking left-over events', (signal) =>
        ownership.alone(signal, async (turn) => {
          // IndexedDB gets a part of the time, so that the journals are still read when it hangs.
          const deadline = { timeoutMs: timeoutMs / 3, within: turn };
          const adoption = { owner, living: ownership.living, limit, keep, known, deadline };
          const taken = await takeLeftOver(database, journal, adoption);
          for (const { id } of taken) known.add(id);
          return taken;
        }),
      ),
    acknowledge: async (ids) => {
      for (const id of ids) known.delete(id);
      journal.remove(ids);
      await bounded('Erasing events', (signal) =>
        database(signal)('readwrite', (store) => {
          for (const id of ids) store.delete(keyOf(owner, id));
        }),
      );
    },
    size: () =>
      bounded('Counting events', async (signal) =>
        countIds(await database(signal)('readonly', (store) => store.getAllKeys()), journal),
      ),
    release: ownership.release,
  };
};
