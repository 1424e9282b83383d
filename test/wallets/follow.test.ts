// Transactions are followed by code that is loaded before one is broadcasted.
import { expect, it } from 'vitest';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { createNodeWallet } from './fake-node.js';
import { HASH } from './fake-wallet.js';
import { createOpenDapp, NAME, outline, turn } from './open-dapp.js';
import { send } from './transfer.js';

const openDapp = createOpenDapp();

it('[wallets 38] follows a transaction to its end although the user takes a while to approve it', async () => {
  let approve = (_: unknown) => {};
  const decided = new Promise((resolve) => {
    approve = resolve;
  });
  const wallet = createNodeWallet({ eth_sendTransaction: () => decided });
  const { world, events } = openDapp([eip1193(wallet.provider, NAME)]);
  await wallet.connect();
  const sent = wallet.provider.request(send());
  await turn(world, 5_000);
  approve(wallet.broadcast(HASH));
  await sent;
  wallet.mine(HASH);
  await turn(world, 10_000);
  expect(outline(await events()).slice(1)).toEqual([
    'transaction started',
    'transaction broadcasted',
    'transaction confirmed',
  ]);
});
