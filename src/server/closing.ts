// Collects the undo of each thing that was opened, and runs the undos newest first.

export type Undo = () => Promise<unknown>;

export interface Closing {
  readonly onClose: (undo: Undo) => void;
  /**
   * Runs every undo, even after one failed. A second call does nothing.
   *
   * @throws {AggregateError} with all errors of the undos that failed
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
      if (failures.length > 0)
        throw new AggregateError(failures, 'Some parts of the server did not close cleanly.');
    },
  };
}
