// Writes a value as one line of JSON that the database can read.

// Matches one escape after the other, so that in `\\ud800` (an escaped backslash, then plain text) the second
// backslash does not begin an escape. Looking back over the backslashes instead would take quadratic time.
const ESCAPE = /\\(?:ud[89a-f][0-9a-f]{2}|.)/g;

const MAY_BE_TOO_LONG = /[:,[]-?\d{19}/;
/** Matches a string as a whole, so that digits within it are left alone. */
const TEXT_OR_INTEGER = /"(?:[^"\\]+|\\.)*"|(?<![\d.])-?\d{19,}/g;

/** Writes integers beyond 64 bits with an exponent: the database reads nothing of a JSON with one in full. */
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
