// Looks up names that others chose.

/** Reads only own properties: an app may name an event `constructor`, and would get an inherited function. */
export const ownOf = <Value>(
  table: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined => (Object.hasOwn(table, name) ? table[name] : undefined);
