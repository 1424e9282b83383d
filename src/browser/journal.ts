// Events written at once to localStorage, for a page that may vanish before IndexedDB has them.
import { attempt } from '../core/attempt.js';
import type { QueuedEvent } from '../core/ports.js';

type Events = readonly QueuedEvent[];

export interface Journal {
  /** Adds events, as many as fit; false when not all do. */
  add(events: Events): boolean;
  /** Whether localStorage has all of these events of this tracker. */
  has(ids: readonly string[]): boolean;
  remove(ids: readonly string[]): void;
  /** The journals of all owners (trackers), each with its events. */
  read(): readonly (readonly [owner: string, events: Events])[];
  /** Replaces another owner's journal. */
  replace(owner: string, events: Events): boolean;
}

/** One event a line: id, time, JSON. JSON has no line breaks of its own. */
const toLine = ({ id, at, json }: QueuedEvent) => `${id} ${at} ${json}`;

const readLine = (line: string): Events => {
  // An app's own message id may have spaces. The flag `s`, because JSON may contain U+2028, which
  // `.` otherwise takes for a line break.
  const [, id, at, json] = /^(.+?) (\d+) (\{.*\})$/s.exec(line) ?? [];
  return id && json ? [{ id, at: Number(at), json }] : [];
};

/** `storage` is undefined where localStorage is denied: then nothing fits. */
export const createJournal = (
  storage: Storage | undefined,
  namespace: string,
  owner: string,
): Journal => {
  const prefix = `chaintrail-${namespace}-journal-`;
  const own = new Map<string, QueuedEvent>();
  /** Whether localStorage has all of `own`. */
  let isWhole = false;

  const replace = (whose: string, events: Events): boolean =>
    attempt(() => {
      if (events.length > 0) storage?.setItem(prefix + whose, events.map(toLine).join('\n'));
      else storage?.removeItem(prefix + whose);
      return storage !== undefined;
    }) ?? false;
  /**
   * Writes all events at once. When the quota forbids that, finds by binary search how many fit.
   */
  const save = (): boolean => {
    const events = [...own.values()];
    isWhole = replace(owner, events);
    if (isWhole) return true;
    let fitting = 0;
    for (let most = events.length - 1; fitting < most; ) {
      const count = (fitting + most + 1) >> 1;
      if (replace(owner, events.slice(0, count))) fitting = count;
      else most = count - 1;
    }
    return false;
  };

  return {
    add: (events) => {
      for (const event of events) own.set(event.id, event);
      return save();
    },
    has: (ids) => ids.every((id) => own.has(id)) && isWhole,
    remove: (ids) => {
      if (ids.filter((id) => own.delete(id)).length > 0) save();
    },
    read: () =>
      Object.keys(storage ?? {})
        .filter((key) => key.startsWith(prefix))
        .map((key) => {
          const lines = (storage?.getItem(key) ?? '').split('\n');
          return [key.slice(prefix.length), lines.flatMap(readLine)];
        }),
    replace,
  };
};
