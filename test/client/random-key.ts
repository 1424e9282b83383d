// The form of the idempotency keys and message ids that the client makes when the caller gives none.

/** 128 bits in four numbers. */
export const RANDOM_KEY = /^(\d+-){3}\d+$/;
