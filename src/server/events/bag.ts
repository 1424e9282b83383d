// Reads single values out of objects that a sender filled, in which any name may hold a value of any type.

/** An object of unknown content, such as an event's context. */
export type Bag = Readonly<Record<string, unknown>>;

export const EMPTY_BAG: Bag = {};

/** Longest text in a column that queries group by; the JSON columns keep the whole text. */
const MAX_TEXT_LENGTH = 2_048;
/** A longer text is not taken for a number: it is infinite, or has more digits than a double holds. */
const MAX_NUMBER_LENGTH = 128;
/** Sums are answered as Float32, which ends at 3.4e38: one event must not make a sum infinite. */
const MAX_AMOUNT = 1e33;
// Each digit can be matched in one way only: a pattern that tries several takes hours on a long text.
const NUMERIC = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** What the bag itself holds, not what it inherits. */
export const own = (bag: Bag, name: string): unknown => {
  const value = bag[name];
  // Most names that are asked for are absent: the check for `undefined` saves them the slower `hasOwn`.
  return value === undefined || !Object.hasOwn(bag, name) ? undefined : value;
};

/** A text or number as text; else empty. */
export function readText(bag: Bag, name: string): string {
  const value = own(bag, name);
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.slice(0, MAX_TEXT_LENGTH) : '';
}

/** A number, or a text that is a number as a whole. Anything else is 0, also a number beyond `MAX_AMOUNT`. */
export function readNumber(bag: Bag, name: string): number {
  const value = own(bag, name);
  if (typeof value !== 'number' && !isNumeric(value)) return 0;
  const amount = Number(value);
  return Math.abs(amount) <= MAX_AMOUNT ? amount : 0;
}

const isNumeric = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= MAX_NUMBER_LENGTH && NUMERIC.test(value.trim());
