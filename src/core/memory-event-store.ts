// Keeps events as long as the tracker lives: where nothing better exists, and in tests.
import type { EventStore, QueuedEvent } from './ports.js';

/** An EventStore that forgets everything with the process. It never has anything left over. */
export const createMemoryEventStore = (): EventStore => {
  const events = new Map<string, QueuedEvent>();
  const append = (added: readonly QueuedEvent[]) => {
    for (const event of added) events.set(event.id, event);
  };
  return {
    append: async (added) => append(added),
    appendNow: (added) => {
      append(added);
      return true;
    },
    take: async () => [],
    acknowledge: async (ids) => {
      for (const id of ids) events.delete(id);
    },
    size: async () => events.size,
  };
};
