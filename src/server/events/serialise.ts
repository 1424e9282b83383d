// Writes a value as one line of JSON that the database can read.

// Takes one escape after the other, so that in `\\ud800` the backslash is not read as an escape's
// beginning. Looking back over backslashes instead takes time by the square of their number.
const ESCAPE = /\\(?:ud[89a-f][0-9a-f]{2}|.)/g;

const MAY_BE_TOO_LONG = /[:,[]-?\d{19}/;
/** Texts as a whole, so that what they say is left alone. */
const TEXT_OR_INTEGER = /"(?:[^"\\]+|\\.)*"|(?<![\d.])-?\d{19,}/g;

/** An integer that fits into no 64 bits keeps its value: the database reads nothing of a JSON that writes one in full. */
const withExponent = (token: string): string => {
  if (token.startsWith('"')) return token;
  const value = Number(token);
  return value >= 2 ** 64 || value <= -(2 ** 63) ? value.toExponential() : token;
};

/**
 * `JSON.stringify` escapes surrogates that have no partner, and nothing else as `\ud...`. Databases
 * refuse them, since UTF-8 cannot carry them; the replacement character stands in.
 */
export function serialise(value: unknown): string {
  const line = JSON.stringify(value);
  const readable = MAY_BE_TOO_LONG.test(line) ? line.replace(TEXT_OR_INTEGER, withExponent) : line;
  if (!readable.includes('\\ud')) return readable;
  return readable.replace(ESCAPE, (one) => (one.startsWith('\\ud') ? '\ufffd' : one));
}
