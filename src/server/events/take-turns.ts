// Runs one work after the other, in the order in which they were asked for.

export type Alone = <T>(work: () => Promise<T>) => Promise<T>;

/** @param alone what each of them runs in besides. Default: nothing */
export function takeTurns(alone: Alone = (work) => work()): Alone {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(() => alone(work));
    last = turn.catch(() => {});
    return turn;
  };
}
