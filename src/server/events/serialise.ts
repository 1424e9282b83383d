// Writes a value as one line of JSON that the database can read.

// Takes one escape after the other, so that in `\\ud800` the backslash is not read as an escape's
// beginning. Looking back over backslashes instead takes time by the square of their number.
const ESCAPE = /\\(?:ud[89a-f][0-9a-f]{2}|.)/g;

/**
 * `JSON.stringify` escapes surrogates that have no partner, and nothing else as `\ud...`. Databases
 * refuse them, since UTF-8 cannot carry them; the replacement character stands in.
 */
export function serialise(value: unknown): string {
  const line = JSON.stringify(value);
  if (!line.includes('\\ud')) return line;
  return line.replace(ESCAPE, (one) => (one.startsWith('\\ud') ? '\ufffd' : one));
}
