// How keys begin, so that a key of the other kind is recognised where it is passed by mistake.

export const API_KEY_PREFIX = 'ct_';
/** Every write key is a JWT, and every JWT begins so. */
export const WRITE_KEY_PREFIX = 'ey';
