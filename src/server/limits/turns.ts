// Runs a limited number of tasks at once; further ones wait in order, up to a deadline.

export interface Turns {
  /**
   * Runs a task when there is a free place.
   *
   * @param waitMs how long the task may wait for a place; default 0: not at all
   * @throws the error that `refusal` makes, when no place got free in that time
   */
  take<T>(task: () => Promise<T>, waitMs?: number): Promise<T>;
}

/**
 * @param limit how many tasks run at once
 * @param refusal makes the error for a task that got no place
 */
export function createTurns(limit: number, refusal: () => Error): Turns {
  let running = 0;
  /** In order of arrival. Calling an entry gives that task its place. */
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
        // The place passes directly to the next waiting task, so that no newcomer can take it.
        if (next) next();
        else running -= 1;
      }
    },
  };
}
