// A transaction that the app itself sends again with a higher fee: both are followed, and each
// outcome is recorded once.
import { expect, it } from 'vitest';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { createNodeWallet, hashOf, send, TRANSFER } from './fake-node.js';
import { HASH } from './fake-wallet.js';
import { NAME, openDapp, turn } from './open-dapp.js';

const MINUTE = 60_000;
const NEXT = hashOf('c');

it('[wallets 45] sped up by the app itself: the first is replaced, the second confirmed, once each', async () => {
  let isAgain = false;
  const wallet = createNodeWallet({
    eth_sendTransaction: () => {
      if (isAgain) wallet.replace(HASH, NEXT, TRANSFER);
      else wallet.broadcast(HASH, TRANSFER);
      return isAgain ? NEXT : HASH;
    },
  });
  const { events, world } = openDapp([eip1193(wallet.provider, NAME)]);
  await wallet.connect();
  await wallet.provider.request(send());
  await turn(world, 5_000);
  isAgain = true;
  await wallet.provider.request(send());
  wallet.mine(NEXT);
  await turn(world, 10 * MINUTE);
  const ends = (await events()).slice(5);
  expect(ends.map(({ status, transaction_hash }) => [status, transaction_hash])).toEqual([
    ['confirmed', NEXT],
    ['replaced', HASH],
  ]);
});
