// Lets so many statements run at once; the others wait for their turn, in order, for a while.
import { DatabaseUnavailableError } from '../database-errors.js';

export interface Turns {
  /**
   * Runs a task when it is its turn.
   *
   * @param waitMs how long it may wait for that
   * @throws DatabaseUnavailableError when it would have to wait longer
   */
  take<T>(task: () => Promise<T>, waitMs: number): Promise<T>;
}

export function createTurns(limit: number): Turns {
  let running = 0;
  /** Each lets one in. */
  const waiting = new Set<() => void>();

  const turn = (waitMs: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer);
        waiting.delete(enter);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(enter);
        const message = `The analytics engine is busy: ${limit} statements run, and others wait for them.`;
        reject(new DatabaseUnavailableError(message));
      }, waitMs);
      waiting.add(enter);
    });

  return {
    async take(task, waitMs) {
      if (running >= limit) await turn(waitMs);
      else running += 1;
      try {
        return await task();
      } finally {
        const [next] = waiting;
        // The place is handed over, so that nobody slips in between.
        if (next) next();
        else running -= 1;
      }
    },
  };
}
