// Lets so many tasks run at once; the others wait for their turn, in order, for a while.

export interface Turns {
  /**
   * Runs a task when it is its turn.
   *
   * @param waitMs how long it may wait for that; default 0: not at all
   * @throws what `refusal` says, when it would have to wait longer
   */
  take<T>(task: () => Promise<T>, waitMs?: number): Promise<T>;
}

/**
 * @param limit how many run at once
 * @param refusal what a task fails with that would have to wait too long
 */
export function createTurns(limit: number, refusal: () => Error): Turns {
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
        reject(refusal());
      }, waitMs);
      waiting.add(enter);
    });

  return {
    async take(task, waitMs = 0) {
      if (running < limit) running += 1;
      else if (waitMs === 0) throw refusal();
      else await turn(waitMs);
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
