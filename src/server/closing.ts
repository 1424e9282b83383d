// Remembers how to undo what was opened, and undoes it newest first.

export type Undo = () => Promise<unknown>;

export interface Closing {
  readonly onClose: (undo: Undo) => void;
  /**
   * Everything is tried, also after a failure; a second call has nothing left to do.
   *
   * @throws {AggregateError} with all that failed
   */
  readonly close: () => Promise<void>;
}

export function createClosing(): Closing {
  const undos: Undo[] = [];
  return {
    onClose: (undo) => void undos.push(undo),
    async close() {
      const failures: unknown[] = [];
      for (const undo of undos.splice(0).reverse()) {
        await undo().catch((error) => failures.push(error));
      }
      if (failures.length > 0) throw new AggregateError(failures, 'It did not close cleanly.');
    },
  };
}
