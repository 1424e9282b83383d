// Runs asynchronous functions one after the other, in the order of the calls.

/**
 * Runs work while nobody else runs such work. `lost` is aborted when the lock for that is lost, after which
 * another process may run beside it; there is no signal where there are no other processes.
 */
export type Alone = <T>(work: (lost?: AbortSignal) => Promise<T>) => Promise<T>;

/** @param alone a further lock under which each of them runs. Default: none */
export function takeTurns(alone: Alone = (work) => work()): Alone {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(() => alone(work));
    last = turn.catch(() => {});
    return turn;
  };
}
