// A page that watches one wallet, and the visitor's earlier page.
import { eip1193 } from '../../src/wallets/eip1193.js';
import { createWorld, type World } from '../core/fakes.js';
import { ACCOUNT, createFakeWallet } from './fake-wallet.js';
import { NAME, openDapp } from './open-dapp.js';

/** What is told of a wallet that connects, besides its name. */
export const CONNECT = { type: 'connect', address: ACCOUNT, chain_id: 1 };

export const open = (wallet = createFakeWallet(), world: World = createWorld()) => ({
  ...openDapp([eip1193(wallet.provider, NAME)], world),
  wallet,
});

/** One whose wallet is connected; `later` answers what was told since. */
export const openConnected = async (answers: Parameters<typeof createFakeWallet>[0] = {}) => {
  const page = open(createFakeWallet(answers));
  await page.wallet.connect();
  return { ...page, later: async () => (await page.events()).slice(1) };
};

/**
 * The wallet and the world of a page that is closed by now, on which the wallet was connected.
 *
 * @param last what happened on that page after it
 */
export const connectedBefore = async (last?: (page: ReturnType<typeof open>) => void) => {
  const page = open();
  await page.wallet.connect();
  last?.(page);
  await page.events();
  await page.tracker.close();
  return { wallet: page.wallet, world: page.world };
};
