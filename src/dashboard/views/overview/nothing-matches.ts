/** Of a list. That nothing of the kind ever happened would be another thing. */
export const NOTHING_MATCHES = 'Nothing here matches the filters in these days.';
