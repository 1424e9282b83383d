// Cleans up what a test file set up, in reverse order, whether its tests passed or not.
import { afterAll } from 'vitest';

export type Undo = () => unknown;

/**
 * Call it at the top of a test file, and pass each cleanup function to the function that it returns.
 * Every cleanup function runs, even after another one threw.
 */
export const createCleanup = (): ((undo: Undo) => void) => {
  const undos: Undo[] = [];
  afterAll(async () => {
    const failures: unknown[] = [];
    for (const undo of undos.splice(0).reverse()) {
      try {
        await undo();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Cleaning up failed.');
  });
  return (undo) => undos.push(undo);
};
