// How the SDK names itself in every event.
export const LIBRARY_NAME = 'chaintrail';
export const LIBRARY_VERSION = '0.1.0';
