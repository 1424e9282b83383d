// Opens a page that tracks one wallet, and an earlier page of the same visitor.
import { eip1193 } from '../../src/wallets/eip1193.js';
import { createWorld, type World } from '../core/fakes.js';
import { ACCOUNT, createFakeWallet } from './fake-wallet.js';
import { NAME, openDapp } from './open-dapp.js';

/** The event of a wallet that connects, without its name. */
export const CONNECT = { type: 'connect', address: ACCOUNT, chain_id: 1 };

export const open = (wallet = createFakeWallet(), world: World = createWorld()) => ({
  ...openDapp([eip1193(wallet.provider, NAME)], world),
  wallet,
});

/** A page whose wallet is connected; `later` returns the events after the connection. */
export const openConnected = async (answers: Parameters<typeof createFakeWallet>[0] = {}) => {
  const page = open(createFakeWallet(answers));
  await page.wallet.connect();
  return { ...page, later: async () => (await page.events()).slice(1) };
};

/**
 * Returns the wallet and the world of an earlier page, on which the wallet was connected.
 *
 * @param last what happened on that page afterwards
 */
export const connectedBefore = async (last?: (page: ReturnType<typeof open>) => void) => {
  const page = open();
  await page.wallet.connect();
  last?.(page);
  await page.events();
  await page.tracker.close();
  return { wallet: page.wallet, world: page.world };
};
