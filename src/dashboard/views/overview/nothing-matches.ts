/** For an empty list under filters. "No events in these days" would be untrue there. */
export const NOTHING_MATCHES = 'Nothing here matches the filters in these days.';
