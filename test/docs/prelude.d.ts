// Names that snippets use without declaring them: keys, buttons, and objects of wallet kits.
import type { Config } from 'wagmi';

declare global {
  const writeKey: string;
  const apiHost: string;
  const apiKey: string;
  const address: `0x${string}`;
  const to: `0x${string}`;
  const hash: `0x${string}`;
  const value: bigint;
  const agreeButton: HTMLButtonElement;
  const refuseButton: HTMLButtonElement;
  const tracker: import('chaintrail').Tracker;
  const client: import('chaintrail/client').Chaintrail;
  const createTracker: typeof import('chaintrail').createTracker;
  const createTestTracker: typeof import('../../src/testing/index.js').createTestTracker;
  const createTestWallet: typeof import('../../src/testing/index.js').createTestWallet;
  const expect: typeof import('vitest').expect;
  const useEffect: typeof import('react').useEffect;

  /** In a service worker. */
  function addEventListener(
    type: 'sync',
    listener: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void;

  // Nuxt and Nitro import these automatically.
  const defineNuxtConfig: (config: { readonly runtimeConfig: object }) => object;
  const defineNuxtPlugin: (setup: () => { readonly provide: object }) => object;
  const useRuntimeConfig: () => {
    readonly public: { readonly writeKey: string; readonly apiHost: string };
  };
  const useNitroApp: () => {
    readonly hooks: { hook(name: 'close', listener: () => Promise<void>): unknown };
  };
  interface NitroEvent {
    readonly node: { readonly req: import('node:http').IncomingMessage };
  }
  const defineEventHandler: (handler: (event: NitroEvent) => Promise<object>) => object;
  const readBody: (event: NitroEvent) => Promise<{ readonly amount: number }>;

  // From the kits, which are not installed.
  const projectId: string;
  const networks: readonly object[];
  const chain: object;
  const account: object;
  const sdk: { readonly safe: { getInfo(): Promise<object> } };
  const mainnet: object;
  const wallets: readonly {
    readonly walletClientType: string;
    getEthereumProvider(): Promise<never>;
  }[];
  const bundlerTransport: object;
  const getDefaultConfig: (options: object) => Config;
  const QueryClient: typeof import('@tanstack/react-query').QueryClient;
  const createAppKit: (options: object) => {
    subscribeProviders(listener: (providers: { readonly eip155?: unknown }) => void): void;
    getWalletInfo(): { readonly name?: string } | undefined;
  };
  const EthersAdapter: new () => object;
  const WagmiAdapter: new (options: object) => { readonly wagmiConfig: Config };
  const SafeAppProvider: new (
    safe: object,
    sdk: object,
  ) => { request(call: { readonly method: string }): Promise<readonly string[]> } & Parameters<
    typeof safePlugins
  >[0];
  const createSmartAccountClient: (options: object) => {
    sendTransaction(call: { readonly to: string; readonly value: bigint }): Promise<string>;
  } & Parameters<typeof smartAccountPlugins>[0];
  const kitPlugins: typeof import('../../examples/wallets/rainbowkit/main.js').kitPlugins;
  const appKitPlugins: typeof import('../../examples/wallets/appkit/main.js').appKitPlugins;
  const safePlugins: typeof import('../../examples/wallets/safe/main.js').safePlugins;
  const smartAccountPlugins: typeof import('../../examples/wallets/smart-accounts/main.js').smartAccountPlugins;
  const createEmbeddedWallets: typeof import('../../examples/wallets/privy/main.js').createEmbeddedWallets;
}
