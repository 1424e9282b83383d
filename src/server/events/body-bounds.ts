// Finds out, before a large body is parsed, whether parsing it would take long for its size.

/** Whatever is in a smaller body, parsing it takes a few milliseconds. */
const HARMLESS_BYTES = 256_000;
/** More than the events of any body need, which are much flatter. */
const MAX_DEPTH = 1_000;
/** Objects, lists and the commas between values: a body of a thousand large events has 100,000. */
const MAX_VALUES = 250_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
/** Of `[` and `{`, `]` and `}`: they differ in one bit, which is that of letters' case. */
const [OPEN, CLOSE, WITHOUT_CASE] = [0x5b, 0x5d, 0xdf];

/** What is too much about a text of JSON, if anything. Malformed JSON is left to the parser. */
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

/** Where the quote stands that ends a text. */
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
