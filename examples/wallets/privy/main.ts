// Embedded wallets (Privy, Dynamic, Web3Auth, ...): their provider is there only after the login.
import type { Plugin } from 'chaintrail';
import { eip1193 } from 'chaintrail/wallets/eip1193';

/** What is used of a wallet of Privy's `useWallets()`. */
export interface EmbeddedWallet {
  readonly walletClientType: string;
  /** `injected` for a browser extension. */
  readonly connectorType?: string;
  /** Privy makes another provider for its embedded wallet at each call. */
  getEthereumProvider: () => Promise<object>;
}

export interface EmbeddedWallets {
  /** For `createTracker({ plugins: [...] })`. */
  readonly plugin: Plugin;
  /** Takes each wallet when the kit hands it out; again is no harm. */
  readonly add: (wallet: EmbeddedWallet) => Promise<void>;
}

export const createEmbeddedWallets = (): EmbeddedWallets => {
  /** Their names, by provider: also of those that came before the tracker, or while there was none. */
  const known = new Map<object, string>();
  const added = new WeakSet<object>();
  const stops: (() => void)[] = [];
  let watch: ((provider: object, providerName: string) => void) | undefined;

  const plugin: Plugin = {
    name: 'embedded-wallets',
    setup: (tracker, host) => {
      watch = (provider, providerName) => {
        const stop = eip1193(provider, { providerName }).setup?.(tracker, host);
        if (stop) stops.push(stop);
      };
      for (const [provider, providerName] of known) watch(provider, providerName);
      return () => {
        watch = undefined;
        for (const stop of stops.splice(0)) stop();
      };
    },
  };
  return {
    plugin,
    add: async (wallet) => {
      // The SDK finds extensions itself: through Privy's own provider it would take one for another wallet.
      if (wallet.connectorType === 'injected' || added.has(wallet)) return;
      added.add(wallet);
      const find = wallet.getEthereumProvider;
      // What the app gets from the wallet is watched before the app has it.
      wallet.getEthereumProvider = async () => {
        const provider = await find.call(wallet);
        if (!known.has(provider)) {
          known.set(provider, wallet.walletClientType);
          watch?.(provider, wallet.walletClientType);
        }
        return provider;
      };
      // A wallet that is not connected has no provider yet: Privy throws.
      await wallet.getEthereumProvider().catch(() => {});
    },
  };
};
