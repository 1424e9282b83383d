// Watches the wallets that a plugin finds, and stops watching them all at once.
import type { PluginHost, Tracker } from '../core/tracker-types.js';
import type { Connection, Source } from './connection.js';
import { createDelays } from './delays.js';
import { createGuard, type Guard } from './guard.js';
import type { Provider, WalletInfo } from './provider.js';
import { findHub, type HubKind, type ProviderHub } from './provider-hub.js';
import { createWallet, type ObserveSigning, type Wallet } from './wallet.js';

export interface Watched {
  /** How the wallet is named. */
  readonly info: WalletInfo;
  readonly connection: Connection;
}

export interface WalletWatch {
  /** Watches a provider, once. */
  readonly watch: (provider: Provider, info: WalletInfo) => Watched;
  readonly guard: Guard;
  readonly stop: () => void;
}

/** What tells one kind of wallet from another. */
export interface WalletKind extends HubKind {
  readonly observeSigning: ObserveSigning;
  /** Default: the provider. */
  readonly source?: Source;
}

export const createWalletWatch = (
  tracker: Tracker,
  host: PluginHost,
  kind: WalletKind,
): WalletWatch => {
  const delays = createDelays();
  /** By hub, and by the wallet's rdns, if it has one. */
  const wallets = new Map<string | ProviderHub, Wallet>();
  const leaves: (() => void)[] = [];
  let isStopped = false;

  const guard = createGuard(() => isStopped, host.fault);

  return {
    guard,
    watch: (provider, given) => {
      const hub = findHub(provider, given, kind);
      // A wallet that is injected as several objects is one wallet, with one state.
      const id = hub.info.rdns ?? hub;
      let wallet = wallets.get(hub);
      if (!wallet) {
        wallet =
          wallets.get(id) ?? createWallet({ ...kind, tracker, host, provider, hub, delays, guard });
        wallets.set(id, wallet).set(hub, wallet);
        leaves.push(hub.join(wallet.observer));
      }
      return { info: hub.info, connection: wallet.connection };
    },
    stop: () => {
      delays.stop();
      isStopped = true;
      // In reverse order: one class may be hooked for several wallets, and the last hook lies on
      // top.
      for (const leave of leaves.reverse()) leave();
    },
  };
};
