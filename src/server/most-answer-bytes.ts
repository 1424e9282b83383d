// How large an answer may be, whoever asks for it.

/** Of JSON: it passes through memory as a whole, and while it is made into JSON nobody else is answered. */
export const MOST_ANSWER_BYTES = 48_000_000;
