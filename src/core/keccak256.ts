// Keccak-256, the hash of Ethereum: for checksummed addresses and for hashes of signed messages.
import { toHex } from './message-id.js';

/**
 * The rate: bytes absorbed between two permutations, 1,600 bits of state less twice the 256 of the
 * hash.
 */
const RATE = 136;

const at = (words: Uint32Array, index: number): number => words[index] as number;

/** One Keccak-f[1600]. The 64-bit lanes are pairs of words, the low one first: BigInt is 30 times slower. */
const permute = (state: Uint32Array): void => {
  const row = new Uint32Array(10);
  let register = 1;
  for (let round = 0; round < 24; round += 1) {
    for (let i = 0; i < 10; i += 1) {
      row[i] = 0;
      for (let j = i; j < 50; j += 10) (row[i] as number) ^= at(state, j);
    }
    for (let i = 0; i < 50; i += 2) {
      const left = (i + 8) % 10;
      const right = (i + 2) % 10;
      const [low, high] = [at(row, right), at(row, right + 1)];
      (state[i] as number) ^= at(row, left) ^ ((low << 1) | (high >>> 31));
      (state[i + 1] as number) ^= at(row, left + 1) ^ ((high << 1) | (low >>> 31));
    }
    let [x, y, low, high] = [1, 0, at(state, 2), at(state, 3)];
    for (let step = 1; step < 25; step += 1) {
      [x, y] = [y, (2 * x + 3 * y) % 5];
      const lane = 2 * (x + 5 * y);
      const turn = ((step * (step + 1)) / 2) % 64;
      if (turn > 31) [low, high] = [high, low];
      const turnedLow = (low << turn) | (high >>> -turn);
      const turnedHigh = (high << turn) | (low >>> -turn);
      [low, high] = [at(state, lane), at(state, lane + 1)];
      [state[lane], state[lane + 1]] = [turnedLow, turnedHigh];
    }
    for (let start = 0; start < 50; start += 10) {
      row.set(state.subarray(start, start + 10));
      for (let i = 0; i < 10; i += 1) {
        state[start + i] = at(row, i) ^ (~at(row, (i + 2) % 10) & at(row, (i + 4) % 10));
      }
    }
    for (let bit = 0; bit < 7; bit += 1) {
      const place = 2 ** bit - 1;
      if (register & 1) (state[place >> 5] as number) ^= 1 << place;
      register = (register << 1) ^ (register >> 7 ? 0x171 : 0);
    }
  }
};

/** The Keccak-256 of `bytes` as 64 lower-case hex digits, without 0x. */
export const keccak256 = (bytes: Uint8Array): string => {
  const state = new Uint32Array(50);
  const block = new Uint8Array(RATE);
  for (let start = 0; start <= bytes.length; start += RATE) {
    const part = bytes.subarray(start, start + RATE);
    block.fill(0);
    block.set(part);
    if (part.length < RATE) {
      block[part.length] = 1;
      (block[RATE - 1] as number) |= 0x80;
    }
    for (let i = 0; i < RATE; i += 1) {
      (state[i >> 2] as number) ^= (block[i] as number) << (8 * (i & 3));
    }
    permute(state);
  }
  return toHex(Uint8Array.from({ length: 32 }, (_, i) => at(state, i >> 2) >>> (8 * (i & 3))));
};
