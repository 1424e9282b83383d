// What replaced a transaction: the same one with a higher fee, or another one.
import { expect, it } from 'vitest';
import { findReplacement, readReplacement } from '../../src/wallets/find-replacement.js';
import { ACCOUNT, OTHER_ACCOUNT } from './fake-wallet.js';

const mined = { from: ACCOUNT, to: OTHER_ACCOUNT.toLowerCase(), value: '0x0', input: '0x' };

it.each(['0x', '0x0', '0', '', 0, undefined])(
  '[wallets 45] recognises a transaction of the amount %j',
  (value) => {
    const sent = { status: 'broadcasted', to: OTHER_ACCOUNT, value } as const;
    expect(readReplacement(mined, sent)).toBe('sped_up');
    expect(readReplacement({ ...mined, value: '0x1' }, sent)).toBe('other');
  },
);

it.each([
  ['goes elsewhere', { to: `0x${'33'.repeat(20)}` }],
  ['calls another function', { input: '0xa9059cbb' }],
])('[wallets 45] a transaction that %s is another one', (_, change) => {
  const sent = { status: 'broadcasted', to: OTHER_ACCOUNT, value: 0 } as const;
  expect(readReplacement({ ...mined, ...change }, sent)).toBe('other');
});

it('[wallets 45] searches the transaction of the same nonce among those of the sender', async () => {
  const transactions = [OTHER_ACCOUNT, ACCOUNT].map((from) => ({
    from: from.toLowerCase(),
    nonce: '0x0',
  }));
  const answers: Record<string, unknown> = {
    eth_blockNumber: '0x64',
    eth_getBlockByNumber: { transactions },
  };
  const ask = async (method: string) => answers[method];
  const sent = { from: ACCOUNT, nonce: 0, block: 100 };
  expect(await findReplacement(ask, sent)).toBe(transactions[1]);
});
