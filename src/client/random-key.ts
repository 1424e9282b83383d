// A random text to tell requests and events apart by.

/**
 * 128 random bits. Not by `crypto.randomUUID`, which browsers keep from pages over plain HTTP, as
 * in a team's own network.
 */
export const randomKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
