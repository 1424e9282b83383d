// Runs one work after the other, in the order in which they were asked for.

/**
 * Runs work that others must not run beside it. The signal tells that they may all the same, since a lock was
 * lost; without one there are no others.
 */
export type Alone = <T>(work: (lost?: AbortSignal) => Promise<T>) => Promise<T>;

/** @param alone what each of them runs in besides. Default: nothing */
export function takeTurns(alone: Alone = (work) => work()): Alone {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(() => alone(work));
    last = turn.catch(() => {});
    return turn;
  };
}
