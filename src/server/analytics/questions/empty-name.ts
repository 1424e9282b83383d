// How answers name an empty value.
const UNKNOWN: ReadonlySet<string> = new Set(['origin', 'device', 'browser', 'os', 'location']);

/**
 * An empty source is Direct: the visit came directly. An empty device or place is Unknown (decision N-44).
 */
export const emptyName = (column: string): 'Direct' | 'Unknown' =>
  UNKNOWN.has(column) ? 'Unknown' : 'Direct';
