// Collects the undo of each thing that was opened, and runs the undos newest first.
import { reasonOf } from './errors/reason-of.js';

export type Undo = () => Promise<unknown>;

export interface Closing {
  readonly onClose: (undo: Undo) => void;
  /**
   * Runs every undo, even after one failed. A second call does nothing.
   *
   * @throws {AggregateError} with all errors of the undos that failed, and their reasons in its message
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
      if (failures.length === 0) return;
      // In the message, since neither the stack nor the log shows the errors inside.
      const reasons = failures.map(reasonOf).join('; ');
      throw new AggregateError(failures, `Some parts did not close cleanly: ${reasons}`);
    },
  };
}
