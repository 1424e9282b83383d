// Remembers which events were stored lately, so that a repeated one counts once (decision N-62).

/** A repetition must not be answered before its original is on disk; hence the promise. */
export type IdState = 'unknown' | 'stored' | Promise<void>;

export interface RecentIds {
  stateOf(projectId: string, messageId: string): IdState;
  /** The ids are being stored: known until `stored` rejects, for good when it resolves. */
  add(projectId: string, messageIds: readonly string[], stored: Promise<void>): void;
  addStored(projectId: string, messageId: string): void;
}

/** What the ids of one batch have in common, so that its end touches none of them. */
interface Batch {
  state: IdState;
}

const STORED: Batch = { state: 'stored' };

/** Ids within projects: put together to one text, each would have to be copied to be looked up. */
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
    // However long the disk takes, what is being stored stays known.
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
        // Its entries count as none until they are forgotten, or the events come again.
        () => settle('unknown'),
      );
    },
    addStored(projectId, messageId) {
      makeRoom();
      put(younger, projectId, messageId, STORED);
    },
  };
}
