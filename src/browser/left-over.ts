// How events are stored in IndexedDB, and how those of closed pages get a new owner.
import type { QueuedEvent } from '../core/ports.js';
import type { Database } from './database.js';
import { type Deadline, withDeadline } from './deadline.js';
import type { Journal } from './journal.js';

/** The key of an event in IndexedDB: `<owner>/<message id>`. */
export const keyOf = (owner: string, id: string): string => `${owner}/${id}`;
const ownerOf = (key: string) => key.slice(0, Math.max(0, key.indexOf('/')));
export const idOf = (key: string): string => key.slice(key.indexOf('/') + 1);

/** `v` is the version of this shape. */
export const toValue = ({ at, json }: QueuedEvent) => ({ at, json, v: 1 });

/**
 * Versions before 1 wrote a plain string. Undefined for the shape of a newer version, which is left
 * where it is.
 */
const readValue = (id: string, value: unknown): QueuedEvent | undefined => {
  if (typeof value === 'string') {
    // A version 7 UUID begins with its time: 48 bits of milliseconds.
    return { id, at: Number.parseInt(id.replace('-', '').slice(0, 12), 16) || 0, json: value };
  }
  const { at, json } = (value ?? {}) as Partial<QueuedEvent>;
  return typeof json === 'string' && typeof at === 'number' ? { id, at, json } : undefined;
};

export interface Adoption {
  /** The new owner of the events. */
  readonly owner: string;
  /** The owners that are alive at the moment of the call, whose events are not left over. */
  readonly living: () => Promise<ReadonlySet<string>>;
  readonly limit: number;
  /** How many of the newest left-over events stay where they are. */
  readonly keep: number;
  /** Ids that the new owner has already: they are moved, but not given to it again. */
  readonly known: ReadonlySet<string>;
  /** The deadline of each step with IndexedDB. */
  readonly deadline: Required<Deadline>;
}

const oldestFirst = (a: { readonly id: string }, b: { readonly id: string }) =>
  a.id < b.id ? -1 : 1;

/**
 * Moves the oldest left-over events to a new owner within the transaction of `store`.
 *
 * @returns a list that is filled, oldest first, when the transaction is complete
 */
const moveLeftOver = (
  store: IDBObjectStore,
  dead: ReadonlySet<string>,
  { owner, limit, keep, known }: Adoption,
): readonly QueuedEvent[] => {
  const taken: QueuedEvent[] = [];
  const listing = store.getAllKeys();
  listing.onsuccess = () => {
    const places = new Map<string, string[]>();
    for (const key of listing.result) {
      if (typeof key !== 'string' || !dead.has(ownerOf(key))) continue;
      const keys = places.get(idOf(key));
      if (keys) keys.push(key);
      else places.set(idOf(key), [key]);
    }
    const all = [...places].sort(([a], [b]) => (a < b ? -1 : 1));
    // An event that cannot be given is replaced by the next one, but never by one of those to keep.
    const waiting = (keep ? all.slice(0, -keep) : all).values();
    // One chain of reads for each event wanted; a chain that meets an event it cannot give goes on
    // to the next.
    const moveNext = () => {
      const [id = '', keys = []] = waiting.next().value ?? [];
      const [first] = keys;
      if (first === undefined) return;
      const reading = store.get(first);
      reading.onsuccess = () => {
        const event = readValue(id, reading.result);
        if (event) {
          for (const key of keys) store.delete(key);
          store.put(toValue(event), keyOf(owner, id));
        }
        if (event && !known.has(id)) taken.push(event);
        else moveNext();
      };
    };
    for (let i = 0; i < limit && i < places.size; i++) moveNext();
  };
  return taken;
};

/** Takes the oldest left-over events, from IndexedDB and from the journals of closed pages. */
export const takeLeftOver = async (
  database: Database,
  journal: Journal,
  adoption: Adoption,
): Promise<readonly QueuedEvent[]> => {
  const { deadline } = adoption;
  const journaling = new Set(journal.read().map(([owner]) => owner));
  const listing = await withDeadline('Listing left-over events', deadline, (signal) =>
    database(signal)('readonly', (store) => store.getAllKeys()),
  ).catch((cause: unknown) => ({ cause }));
  // Asked only after the events were listed: an owner among them that lives is in this answer, and
  // one that started later has nothing in the list.
  const living = await adoption.living();
  const isDead = (owner: string) => journaling.has(owner) && !living.has(owner);
  const dead = journal.read().filter(([owner]) => isDead(owner));
  const journaled = dead.flatMap(([, events]) => events);
  /**
   * Cuts these events out of the journals of closed pages. Reads them again, because an app's own
   * `pagehide` listener may have recorded more by now.
   */
  const cut = (gone: readonly QueuedEvent[]) => {
    const ids = new Set(gone.map(({ id }) => id));
    for (const [owner, events] of journal.read()) {
      const left = events.filter(({ id }) => !ids.has(id));
      if (isDead(owner)) journal.replace(owner, left);
    }
  };
  let taken: readonly QueuedEvent[] = [];
  try {
    if ('cause' in listing) throw listing.cause;
    const owners = [...listing.map((key) => ownerOf(String(key))), ...dead.map(([owner]) => owner)];
    const left = new Set(owners.filter((owner) => !living.has(owner)));
    if (left.size === 0) return [];
    await withDeadline('Moving left-over events', deadline, (signal) =>
      database(signal)('readwrite', (store) => {
        for (const [owner, events] of dead) {
          for (const event of events) store.put(toValue(event), keyOf(owner, event.id));
        }
        taken = moveLeftOver(store, left, adoption);
        return store.transaction;
      }),
    );
    cut(journaled);
    return taken;
  } catch (cause) {
    // IndexedDB is denied, full or hanging: localStorage alone can still carry events from page to
    // page.
    const events = journaled.filter(({ id }) => !adoption.known.has(id));
    // Two pages may have left the same event: one that came back after another took its events.
    const once = events.sort(oldestFirst).filter(({ id }, i, all) => id !== all[i - 1]?.id);
    taken = once.slice(0, adoption.limit);
    // Without IndexedDB the total is not known, so `keep` cannot be honoured.
    if (deadline.within.aborted) return [];
    if (adoption.keep > 0 || taken.length === 0) throw cause;
    // The other journals are cut first, because storage may not hold the events twice. No other
    // script runs in between.
    cut(taken);
    journal.add(taken);
    return taken;
  }
};
