// How answers name an empty value.
const UNKNOWN: ReadonlySet<string> = new Set(['origin', 'device', 'browser', 'os', 'location']);

/**
 * An empty source is Direct: the visit came directly. An empty device or place is Unknown (decision N-44).
 */
export const emptyName = (column: string): 'Direct' | 'Unknown' =>
  UNKNOWN.has(column) ? 'Unknown' : 'Direct';

/**
 * SQL of the name of a value. Groups are ranked by name: a source that was sent as `Direct` and an empty one
 * are one row, which must not lose a part to Others.
 */
export const namedAs = (value: string, empty: string): string =>
  `if(${value} = '', '${empty}', ${value})`;
