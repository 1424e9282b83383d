// Random bytes come from a pool: each byte is used once.
import { expect, test } from 'vitest';
import { createRandomBytes } from '../../src/browser/random.js';

test('returns each byte once, also across pools', () => {
  const randomBytes = createRandomBytes();
  const parts = Array.from({ length: 1_000 }, () => randomBytes(16));
  expect(new Set(parts.map((part) => part.join())).size).toBe(1_000);
  expect(parts.every(({ length }) => length === 16)).toBe(true);
});

test('bytes that were returned do not change afterwards', () => {
  const randomBytes = createRandomBytes();
  const first = randomBytes(8);
  const before = first.join();
  for (let i = 0; i < 1_000; i++) randomBytes(16);
  expect(first.join()).toBe(before);
});

test('returns more bytes at once than a pool holds', () => {
  const bytes = createRandomBytes()(10_000);
  expect(bytes).toHaveLength(10_000);
  expect(new Set(bytes).size).toBe(256);
});
