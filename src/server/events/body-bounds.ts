// Finds out, before a large body is parsed, whether parsing it would take long for its size.

/** Whatever is in a smaller body, parsing it takes a few milliseconds. */
const HARMLESS_BYTES = 256_000;
/** Far deeper than any valid event. */
const MAX_DEPTH = 1_000;
/** Counts objects, arrays and the commas between values. A body of a thousand large events has 100,000. */
const MAX_VALUES = 250_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
/**
 * `[` and `{` differ in one bit only, the one that tells letters of upper and lower case apart, and so do
 * `]` and `}`: with that bit masked out, one comparison finds both.
 */
const [OPEN, CLOSE, WITHOUT_CASE] = [0x5b, 0x5d, 0xdf];

/** Says why parsing a text of JSON would take too long, if it would. Malformed JSON is left to the parser. */
export function excessOfBody(json: Uint8Array): string | undefined {
  if (json.length <= HARMLESS_BYTES) return undefined;
  let depth = 0;
  let values = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0;
    if (byte === QUOTE) {
      at = endOfText(json, at);
      continue;
    }
    const bracket = byte & WITHOUT_CASE;
    if (bracket === CLOSE) depth--;
    if (bracket === OPEN && ++depth > MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH} levels`;
    if ((bracket === OPEN || byte === COMMA) && ++values > MAX_VALUES) {
      return `has more than ${MAX_VALUES} values`;
    }
  }
  return undefined;
}

/** The position of the quote that ends the JSON string which begins at `start`. */
function endOfText(json: Uint8Array, start: number): number {
  for (let at = start + 1; ; ) {
    const quote = json.indexOf(QUOTE, at);
    if (quote < 0) return json.length;
    let backslashes = 0;
    while (json[quote - 1 - backslashes] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return quote;
    at = quote + 1;
  }
}
