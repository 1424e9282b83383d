// Embedded wallets (Privy, Dynamic, Web3Auth, ...): their provider is there only after the login.
import type { Plugin } from 'chaintrail';
import { eip1193 } from 'chaintrail/wallets/eip1193';

/** What is used of a wallet of Privy's `useWallets()`. */
export interface EmbeddedWallet {
  readonly walletClientType: string;
  getEthereumProvider(): Promise<object>;
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
      const provider = await wallet.getEthereumProvider();
      // The kit makes its list of wallets anew at each render, of the same providers.
      if (known.has(provider)) return;
      known.set(provider, wallet.walletClientType);
      watch?.(provider, wallet.walletClientType);
    },
  };
};
