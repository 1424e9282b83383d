// Remembers which events were stored lately, so that a repeated one counts once (decision N-62).

/** A repetition must not be answered before its original is on disk; hence the promise. */
export type IdState = 'unknown' | 'stored' | Promise<void>;

export interface RecentIds {
  stateOf(projectId: string, messageId: string): IdState;
  /** Remembers ids that are being stored; when `stored` rejects they are unknown again. */
  add(projectId: string, messageIds: readonly string[], stored: Promise<void>): void;
  addStored(projectId: string, messageId: string): void;
}

/** The state that all ids of one batch share, so that it is set once and not for each id. */
interface Batch {
  state: IdState;
}

const STORED: Batch = { state: 'stored' };

/** Ids by project: with keys joined from project and id, each lookup would have to build a new string. */
interface Generation {
  readonly batches: Map<string, Map<string, Batch>>;
  size: number;
}

const begin = (): Generation => ({ batches: new Map(), size: 0 });

const put = (generation: Generation, projectId: string, messageId: string, batch: Batch): void => {
  const { batches } = generation;
  const known = batches.get(projectId);
  const ids = known ?? new Map<string, Batch>();
  if (known === undefined) batches.set(projectId, ids);
  const before = ids.size;
  ids.set(messageId, batch);
  generation.size += ids.size - before;
};

/**
 * @param capacity how many ids are remembered at least; up to twice as many are, and those being stored
 */
export function createRecentIds(capacity = 200_000): RecentIds {
  // Two generations: when the younger is full it becomes the older, which is forgotten as a whole.
  let younger = begin();
  let older = begin();
  const storing = new Map<Batch, () => void>();
  /** Ids that are being stored. */
  let waiting = 0;

  const makeRoom = (): void => {
    if (younger.size < capacity + waiting) return;
    older = younger;
    younger = begin();
    // However long the disk takes, ids that are still being stored stay known.
    for (const putAgain of storing.values()) putAgain();
  };

  const find = (projectId: string, messageId: string): Batch | undefined =>
    younger.batches.get(projectId)?.get(messageId) ?? older.batches.get(projectId)?.get(messageId);

  return {
    stateOf: (projectId, messageId) => find(projectId, messageId)?.state ?? 'unknown',
    add(projectId, messageIds, stored) {
      const batch: Batch = { state: stored };
      const putAll = () => {
        for (const messageId of messageIds) put(younger, projectId, messageId, batch);
      };
      makeRoom();
      putAll();
      storing.set(batch, putAll);
      waiting += messageIds.length;
      const settle = (state: IdState) => {
        waiting -= messageIds.length;
        batch.state = state;
        storing.delete(batch);
      };
      stored.then(
        () => settle('stored'),
        // The entries stay, but count as unknown until they are dropped or the events come again.
        () => settle('unknown'),
      );
    },
    addStored(projectId, messageId) {
      makeRoom();
      put(younger, projectId, messageId, STORED);
    },
  };
}
