// The largest answer of the API, for every caller.

/** Bytes of JSON. The answer is held in memory as a whole, and serialising it blocks every other request. */
export const MOST_ANSWER_BYTES = 48_000_000;
