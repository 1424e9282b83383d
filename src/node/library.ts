// How server-side tracking names itself in every event.
export const LIBRARY_NAME = 'chaintrail/node';
export const LIBRARY_VERSION = '0.1.0';
