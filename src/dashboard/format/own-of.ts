// Tables that are asked for names which others chose.

/** What a table says of a name; an app may call its events `constructor`. */
export const ownOf = <Value>(
  table: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined => (Object.hasOwn(table, name) ? table[name] : undefined);
