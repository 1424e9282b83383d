// A seeded random generator: the same seed gives the same numbers, so that a failure can be repeated.

export interface Random {
  /** An integer from `least` up to, and not including, `most`. */
  whole(least: number, most: number): number;
  /** True with this probability: 0.25 is once in four times. */
  chance(share: number): boolean;
}

/** The algorithm is Mulberry32. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    whole: (least, most) => least + Math.floor(next() * (most - least)),
    chance: (share) => next() < share,
  };
};
