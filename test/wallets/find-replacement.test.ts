// What replaced a transaction: the same one with a higher fee, or another one.
import { expect, it } from 'vitest';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { findReplacement, readCall, readReplacement } from '../../src/wallets/find-replacement.js';
import { createNodeWallet, hashOf, TRANSFER } from './fake-node.js';
import { ACCOUNT, HASH, OTHER_ACCOUNT } from './fake-wallet.js';
import { createOpenDapp, NAME, turn } from './open-dapp.js';

type NodeWallet = ReturnType<typeof createNodeWallet>;

const NEXT = hashOf('c');
const openDapp = createOpenDapp();

/** How the end of a transaction is told that the app signed itself, so that its call is not readable. */
const replaceSigned = async (next: Parameters<NodeWallet['replace']>[2]) => {
  const wallet = createNodeWallet();
  const { events, world } = openDapp([eip1193(wallet.provider, NAME)]);
  await wallet.connect();
  wallet.broadcast(HASH, TRANSFER);
  await wallet.provider.request({ method: 'eth_sendRawTransaction', params: ['0x02f8'] });
  await turn(world, 5_000);
  wallet.replace(HASH, NEXT, next);
  wallet.mine(NEXT);
  await turn(world, 10 * 60_000);
  return (await events()).slice(3);
};

it('[wallets 45] a signed transaction that is sped up is replaced, and the next one confirmed', async () => {
  expect(await replaceSigned(TRANSFER)).toMatchObject([
    { status: 'replaced', transaction_hash: HASH, replaced_by: NEXT, replacement: 'sped_up' },
    { status: 'confirmed', transaction_hash: NEXT },
  ]);
});

it.each([
  ['cancelled', { to: ACCOUNT, value: '0x0' }],
  ['other', { ...TRANSFER, value: '0x2' }],
])(
  '[wallets 45] a signed transaction that is replaced (%s) ends there',
  async (replacement, call) => {
    expect(await replaceSigned(call)).toMatchObject([{ status: 'replaced', replacement }]);
  },
);

const mined = { from: ACCOUNT, to: OTHER_ACCOUNT.toLowerCase(), value: '0x0', input: '0x' };

it.each(['0x', '0x0', '0', '', 0, undefined])(
  '[wallets 45] recognises a transaction of the amount %j',
  (value) => {
    const call = readCall({ to: OTHER_ACCOUNT, value });
    expect(readReplacement(mined, call)).toBe('sped_up');
    expect(readReplacement({ ...mined, value: '0x1' }, call)).toBe('other');
  },
);

it.each([
  ['goes elsewhere', { to: `0x${'33'.repeat(20)}` }],
  ['calls another function', { input: '0xa9059cbb' }],
])('[wallets 45] a transaction that %s is another one', (_, change) => {
  expect(readReplacement({ ...mined, ...change }, readCall(mined))).toBe('other');
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
  const sent = { from: ACCOUNT, nonce: 0, block: 100, call: readCall(mined) };
  expect(await findReplacement(ask, sent)).toBe(transactions[1]);
});
