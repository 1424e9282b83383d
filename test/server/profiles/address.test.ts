// Which texts are wallet addresses, and how they are stored.
import { expect, it } from 'vitest';
import { walletOf } from '../../../src/server/profiles/address.js';

it.each([
  ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'],
  ['So11111111111111111111111111111111111111112', 'So11111111111111111111111111111111111111112'],
  // Addresses that begin with, or consist of, zero bytes.
  ['1nc1nerator11111111111111111111111111111111', '1nc1nerator11111111111111111111111111111111'],
  ['1'.repeat(32), '1'.repeat(32)],
  ['1'.repeat(33), undefined],
  ['z'.repeat(44), undefined],
  ['0x12', undefined],
])('%s is stored as %s', (text, wallet) => {
  expect(walletOf(text)).toBe(wallet);
});
