// Outcomes are read from receipts, whatever the status around them says.
import { expect, it } from 'vitest';
import { readBatch, readReceipt } from '../../src/wallets/read-receipt.js';
import { HASH } from './fake-wallet.js';

const receipt = (status?: string | null) => ({ blockNumber: '0x1', transactionHash: HASH, status });

it.each([[undefined], [null]])(
  'a receipt from before Byzantium (status %j) is a success',
  (status) => {
    expect(readReceipt(receipt(status))).toMatchObject({ status: 'confirmed' });
  },
);

it('a finished batch ends by its receipts, also if there are fewer than calls', () => {
  const answer = { status: 200, receipts: [receipt('0x0')] };
  expect(readBatch(answer, 2)).toMatchObject({ status: 'reverted', transactionHash: HASH });
  expect(readBatch({ ...answer, status: 199 }, 2)).toBeUndefined();
});
