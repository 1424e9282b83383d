// Remembers which events were stored lately, so that a repeated one counts once (decision N-62).

/** A repetition must not be answered before its original is on disk; hence the promise. */
export type IdState = 'unknown' | 'stored' | Promise<void>;

export interface RecentIds {
  stateOf(projectId: string, messageId: string): IdState;
  /** The ids are being stored: known until `stored` rejects, for good when it resolves. */
  add(projectId: string, messageIds: readonly string[], stored: Promise<void>): void;
  addStored(projectId: string, messageId: string): void;
}

const keyOf = (projectId: string, messageId: string): string => `${projectId}\n${messageId}`;

/**
 * @param capacity how many ids are remembered at least; up to twice as many are
 */
export function createRecentIds(capacity = 200_000): RecentIds {
  const storing = new Map<string, Promise<void>>();
  // Two generations: when the younger is full it becomes the older, which is forgotten as a whole.
  let younger = new Set<string>();
  let older = new Set<string>();

  const remember = (key: string): void => {
    younger.add(key);
    if (younger.size < capacity) return;
    older = younger;
    younger = new Set();
  };

  return {
    stateOf(projectId, messageId) {
      const key = keyOf(projectId, messageId);
      if (younger.has(key) || older.has(key)) return 'stored';
      return storing.get(key) ?? 'unknown';
    },
    add(projectId, messageIds, stored) {
      const keys = messageIds.map((messageId) => keyOf(projectId, messageId));
      for (const key of keys) storing.set(key, stored);
      const forget = () => {
        for (const key of keys) storing.delete(key);
      };
      stored.then(() => {
        forget();
        for (const key of keys) remember(key);
      }, forget);
    },
    addStored: (projectId, messageId) => remember(keyOf(projectId, messageId)),
  };
}
