// Time-ordered identifiers: UUID version 7 (RFC 9562, section 5.7), strictly increasing.
import type { RandomBytes } from './ports.js';

/**
 * Made without `Array.from`: MooTools and Prototype replace it with one that ignores the mapping
 * function.
 */
const HEX = [...Array(256)].map((_, byte) => byte.toString(16).padStart(2, '0'));
/** The bytes in hex, two lower-case digits each. */
export const toHex = (bytes: Iterable<number>): string => {
  let text = '';
  for (const byte of bytes) text += HEX[byte];
  return text;
};

/**
 * The 12 bits of `rand_a` hold a counter within a millisecond (RFC 9562, section 6.2, method 1).
 */
const COUNTER_LIMIT = 0x1000;

/**
 * Answers the function that makes ids, given milliseconds since 1970. They sort by the time they
 * were made, also within a millisecond and when the clock goes back.
 */
export const createMessageIds = (randomBytes: RandomBytes) => {
  let lastMs = 0;
  let counter = 0;
  let time = '';
  const setTime = (ms: number) => {
    lastMs = ms;
    counter = 0;
    const text = ms.toString(16).padStart(12, '0');
    time = `${text.slice(0, 8)}-${text.slice(8)}`;
  };
  setTime(0);
  return (at: number): string => {
    if (at > lastMs) setTime(at);
    else if (++counter === COUNTER_LIMIT) setTime(lastMs + 1);
    const count = counter.toString(16).padStart(3, '0');
    const tail = randomBytes(8);
    const variant = HEX[((tail[0] as number) & 0x3f) | 0x80];
    const rest = toHex(tail.subarray(1));
    return `${time}-7${count}-${variant}${rest.slice(0, 2)}-${rest.slice(2)}`;
  };
};

/** A random UUID version 4 (RFC 9562, section 5.4): says nothing about when it was made. */
export const createRandomId = (randomBytes: RandomBytes): string => {
  const bytes = Uint8Array.from(randomBytes(16));
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};
