// How answers call what is not known.
const UNKNOWN: ReadonlySet<string> = new Set(['origin', 'device', 'browser', 'os', 'location']);

/** Nothing told where a visit came from: it came directly. Of a device, nothing told what it is (decision N-44). */
export const emptyName = (column: string): 'Direct' | 'Unknown' =>
  UNKNOWN.has(column) ? 'Unknown' : 'Direct';
