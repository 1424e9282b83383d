// Tells whether every database can store a text.

/** U+0000, which Postgres refuses, and halves of surrogate pairs, which UTF-8 cannot carry. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

export const isStorable = (text: string): boolean => !UNSTORABLE.test(text);
