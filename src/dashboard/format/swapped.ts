/** A copy of the list in which the entry at `at` and the one after it have changed places. */
export const swapped = <Entry>(list: readonly Entry[], at: number): readonly Entry[] => [
  ...list.slice(0, at),
  ...list.slice(at, at + 2).reverse(),
  ...list.slice(at + 2),
];
