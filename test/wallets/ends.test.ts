// How transactions end where the app says more than it must, or wallet and visitor change in between.
import { expect, it } from 'vitest';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { createNodeWallet, hashOf, send, TRANSFER } from './fake-node.js';
import { ACCOUNT, HASH } from './fake-wallet.js';
import { createOpenDapp, NAME, turn } from './open-dapp.js';

const MINUTE = 60_000;
const NEXT = hashOf('c');

const openDapp = createOpenDapp();

/** A connected page from which a transaction went out. */
const openAndSend = async (wallet = createNodeWallet(), transaction: object = TRANSFER) => {
  const dapp = openDapp([eip1193(wallet.provider, NAME)]);
  await wallet.connect();
  await wallet.provider.request(send(transaction));
  return { ...dapp, wallet };
};

it.each(['0x1', '0x01', '1', 1])(
  '[wallets 45] a transaction for which the app names the chain (%o) is replaced as any other',
  async (chainId) => {
    const { wallet, world, events } = await openAndSend(undefined, { ...TRANSFER, chainId });
    await turn(world, 5_000);
    wallet.replace(HASH, NEXT, { to: ACCOUNT, value: '0x0' });
    wallet.mine(NEXT);
    await turn(world, 10 * MINUTE);
    expect((await events()).slice(3)).toMatchObject([
      { status: 'replaced', replaced_by: NEXT, replacement: 'cancelled', chain_id: 1 },
    ]);
    const asked = wallet.methods().length;
    await turn(world, 60 * MINUTE);
    expect(wallet.methods()).toHaveLength(asked);
  },
);
