// Finds a name that is not taken, for an input without a name of its own.

/** The name itself if it is free, else with as many prefixes `arg_` as are needed. */
export const freeName = (name: string, taken: readonly string[]): string =>
  taken.includes(name) ? freeName(`arg_${name}`, taken) : name;
