// The plugin for wagmi, versions 2 and 3: connections as its store tells them, requests from its wallets.
import type { Plugin } from '../core/tracker-types.js';
import { type EvmOptions, evmWallets } from './evm-wallets.js';
import { findRegistry } from './provider-hub.js';
import { createConnectorWatch } from './wagmi-connectors.js';
import { createStoreWatch, type WagmiConfig } from './wagmi-store.js';
import { type WagmiQueryClient, watchWrites } from './wagmi-writes.js';
import { createWalletWatch } from './watch-wallets.js';

export interface WagmiOptions extends EvmOptions {
  /** React Query's client, whose mutations tell the function and arguments of `writeContract`. */
  readonly queryClient?: WagmiQueryClient | undefined;
}

/**
 * Records what happens in a wagmi app: connections, chains and accounts from wagmi's own store,
 * signatures and transactions from the wallets that it uses. Works beside `eip6963()`: what both see
 * is told once.
 */
export const wagmi = (
  config: WagmiConfig,
  { queryClient, ...options }: WagmiOptions = {},
): Plugin => ({
  name: 'wagmi',
  setup: (tracker, host) => {
    // Rendered on a server, where there are no wallets.
    if (typeof window === 'undefined') return undefined;
    const wallets = createWalletWatch(tracker, host, { ...evmWallets(options), source: 'store' });
    const { guard } = wallets;
    const { actions } = findRegistry();
    const connectors = createConnectorWatch(tracker, host, actions);
    const lookAtStore = createStoreWatch({ config, tracker, host, wallets });
    const look = guard(() => {
      for (const connector of config.connectors) connectors.watch(connector);
      lookAtStore();
    });

    look();
    const stops = [
      config.subscribe((state) => state, look),
      queryClient && watchWrites(queryClient, { host, guard, actions }),
      connectors.stop,
      wallets.stop,
    ];
    return () => {
      for (const stop of stops) stop?.();
    };
  },
});
