// The plugin for wagmi, versions 2 and 3: connections from its store, signatures and transactions
// from its wallets.
import { pageWide } from '../core/page-wide.js';
import type { Plugin, PluginHost } from '../core/tracker-types.js';
import { type EvmOptions, evmWallets } from './evm-wallets.js';
import { createGuard } from './guard.js';
import { findRegistry } from './provider-hub.js';
import { createConnectorWatch } from './wagmi-connectors.js';
import { createStoreWatch, type WagmiConfig } from './wagmi-store.js';
import { type WagmiQueryClient, watchWrites } from './wagmi-writes.js';
import { createWalletWatch } from './watch-wallets.js';

/** The options of `wagmi()`. */
export interface WagmiOptions extends EvmOptions {
  /**
   * React Query's client, whose mutations show the function and the arguments of `writeContract`.
   * Default: none, and these are not recorded.
   */
  readonly queryClient?: WagmiQueryClient | undefined;
}

interface Watch {
  users: number;
  readonly stop: () => void;
}

/** The page's watches: for each config or query client, one for each tracker. */
const WATCHES = Symbol.for('chaintrail.wagmi.1');

const OWN = new WeakMap<object, Map<object, Watch>>();

/**
 * A config may be given twice, as a plugin and to the hook, or by two components: it is watched
 * once.
 */
const watchOnce = (
  watched: object,
  { describe: teller }: PluginHost,
  start: () => () => void,
): (() => void) => {
  const watches = pageWide(WATCHES, OWN);
  const ofConfig = watches.get(watched) ?? new Map<object, Watch>();
  const watch = ofConfig.get(teller) ?? { users: 0, stop: start() };
  watch.users += 1;
  watches.set(watched, ofConfig.set(teller, watch));
  return () => {
    watch.users -= 1;
    if (watch.users > 0) return;
    ofConfig.delete(teller);
    watch.stop();
  };
};

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
    // On a server that renders the page there are no wallets.
    if (typeof window === 'undefined') return undefined;
    const { actions } = findRegistry();
    const guard = createGuard(() => false, host.fault);
    const stops = [
      // Apart from the config's watch, which may have been started before without the client.
      queryClient &&
        watchOnce(queryClient, host, () => watchWrites(queryClient, { host, guard, actions })),
      watchOnce(config, host, () => {
        const wallets = createWalletWatch(tracker, host, {
          ...evmWallets(options),
          source: 'store',
        });
        const connectors = createConnectorWatch(tracker, host, actions);
        const lookAtStore = createStoreWatch({ config, tracker, host, wallets });
        const look = wallets.guard(() => {
          for (const connector of config.connectors) connectors.watch(connector);
          lookAtStore();
        });

        look();
        const stop = config.subscribe((state) => state, look);
        return () => {
          stop();
          connectors.stop();
          wallets.stop();
        };
      }),
    ];
    return () => {
      for (const stop of stops) stop?.();
    };
  },
});
