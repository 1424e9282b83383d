// The plugin for one wallet whose provider the app holds: WalletConnect, Coinbase, an embedded wallet.
import type { Plugin } from '../core/tracker-types.js';
import { type EvmOptions, evmWallets } from './evm-wallets.js';
import type { Provider, WalletInfo } from './provider.js';
import { createWalletWatch } from './watch-wallets.js';

/** The wallet's name in its events, and whether its transactions are followed. */
export interface Eip1193Options extends WalletInfo, EvmOptions {}

/**
 * Records what happens on an EIP-1193 provider: connections, chains, signatures, transactions. The
 * app goes on using its provider as before.
 */
export const eip1193 = (
  provider: Provider,
  { receipts, ...info }: Eip1193Options = {},
): Plugin => ({
  name: 'eip1193',
  setup: (tracker, host) => {
    const wallets = createWalletWatch(tracker, host, evmWallets({ receipts }));
    wallets.watch(provider, info);
    return wallets.stop;
  },
});
