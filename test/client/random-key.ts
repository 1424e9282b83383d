// What the client makes where it is given no key of a write, and no id of an event.

/** 128 bits in four numbers. */
export const RANDOM_KEY = /^(\d+-){3}\d+$/;
