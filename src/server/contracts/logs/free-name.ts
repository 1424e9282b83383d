// Finds a name for what has none of its own among names that are taken.

/** This one, with `arg_` before it as often as it takes. */
export const freeName = (name: string, taken: readonly string[]): string =>
  taken.includes(name) ? freeName(`arg_${name}`, taken) : name;
