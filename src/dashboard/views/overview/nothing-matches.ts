/** For an empty list under filters. "No events in this period" would be untrue there. */
export const NOTHING_MATCHES = 'Nothing matches the filters in this period.';
