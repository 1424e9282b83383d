// Finds out, before a large body is parsed, whether parsing it would take long for its size.

/** Whatever is in a smaller body, parsing it takes a few milliseconds. */
const HARMLESS_BYTES = 256_000;

/** What a body may have at most. */
export interface BodyBounds {
  /** Levels of nested objects and lists. */
  readonly levels: number;
  /** Names of members in all objects together: parsing one that is new takes as long as parsing fifty numbers. */
  readonly names: number;
  /** Objects, lists and the commas between values. */
  readonly values: number;
}

/** What a body has too much of. */
export type Excess = keyof BodyBounds;

/** The end of a sentence about a body: what it has too much of, and how much it may have. */
export const sayExcess = (excess: Excess, { levels, names, values }: BodyBounds): string =>
  ({
    levels: `is nested deeper than ${levels} levels`,
    names: `has more than ${names} names of properties`,
    values: `has more than ${values} values`,
  })[excess];

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
/**
 * `[` and `{` differ in one bit only, the one that tells letters of upper and lower case apart, and so do
 * `]` and `}`: with that bit masked out, one comparison finds both.
 */
const [OPEN, CLOSE, WITHOUT_CASE] = [0x5b, 0x5d, 0xdf];

/** Answers why parsing a text of JSON would take too long, if it would. Malformed JSON is left to the parser. */
export function excessOfBody(json: Uint8Array, bounds: BodyBounds): Excess | undefined {
  if (json.length <= HARMLESS_BYTES) return undefined;
  let [levels, names, values] = [0, 0, 0];
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0;
    if (byte === QUOTE) {
      at = endOfText(json, at);
      continue;
    }
    const bracket = byte & WITHOUT_CASE;
    if (bracket === CLOSE) levels--;
    if (bracket === OPEN && ++levels > bounds.levels) return 'levels';
    if (byte === COLON && ++names > bounds.names) return 'names';
    if ((bracket === OPEN || byte === COMMA) && ++values > bounds.values) return 'values';
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
