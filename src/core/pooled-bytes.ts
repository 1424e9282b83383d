// Random bytes fetched in bulk from whatever source a platform has.
import type { RandomBytes } from './ports.js';

/** A call to the source costs about as much for 4 kB as for 8 bytes. */
const POOL_BYTES = 4_096;

/** Answers a source that gives no byte twice, and fetches nothing before its first call. */
export const createPooledBytes = (fill: (bytes: Uint8Array<ArrayBuffer>) => void): RandomBytes => {
  let pool = new Uint8Array(0);
  let used = 0;
  return (count) => {
    if (used + count > pool.length) {
      // A new pool each time, since earlier answers are views of the old one.
      pool = new Uint8Array(Math.max(count, POOL_BYTES));
      fill(pool);
      used = 0;
    }
    used += count;
    return pool.subarray(used - count, used);
  };
};
