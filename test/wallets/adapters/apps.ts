// The same small app with each library: the actions of a user, and the plugins that observe them.
import * as core3 from '@wagmi/core';
import { BrowserProvider } from 'ethers';
import { createWalletClient, custom } from 'viem';
import { mainnet, optimism } from 'viem/chains';
import * as core2 from 'wagmi-core2';
import type { Plugin } from '../../../src/core/tracker-types.js';
import { eip1193 } from '../../../src/wallets/eip1193.js';
import { eip6963 } from '../../../src/wallets/eip6963.js';
import { ethers } from '../../../src/wallets/ethers.js';
import { viem } from '../../../src/wallets/viem.js';
import { wagmi } from '../../../src/wallets/wagmi.js';
import { settle } from '../../core/fakes.js';
import { ACCOUNT, type FakeWallet } from '../fake-wallet.js';
import { NAME } from '../open-dapp.js';

/** Waits until the promises of a library have settled. */
export const calm = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await settle();
};

export interface Call {
  readonly to: `0x${string}`;
  readonly value: bigint;
}

/** The actions of a user; each rejects as the library does. */
export interface App {
  readonly plugin: Plugin;
  connect(): Promise<unknown>;
  sign(text: string): Promise<unknown>;
  send(call: Call): Promise<unknown>;
  /** The objects that the adapter hooks besides the wallet's provider. */
  readonly hooked: readonly object[];
}

export type OpenApp = (wallet: FakeWallet) => App;

/** Announces a wallet as extensions do (EIP-6963); returns a function that stops it. */
export const announce = (provider: object) => {
  const info = Object.freeze({
    uuid: 'b5f0f7d1-0000-4000-8000-000000000000',
    icon: 'data:image/svg+xml,<svg/>',
    name: NAME.providerName,
    rdns: NAME.rdns,
  });
  const tell = () => {
    const detail = Object.freeze({ info, provider });
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  };
  window.addEventListener('eip6963:requestProvider', tell);
  return () => window.removeEventListener('eip6963:requestProvider', tell);
};

const hex = (text: string) => `0x${Buffer.from(text).toString('hex')}`;

const openBare =
  (createPlugin: (provider: object) => Plugin): OpenApp =>
  ({ provider }) => ({
    plugin: createPlugin(provider),
    hooked: [],
    connect: () => provider.request({ method: 'eth_requestAccounts' }),
    sign: (text) => provider.request({ method: 'personal_sign', params: [hex(text), ACCOUNT] }),
    send: ({ to, value }) =>
      provider.request({
        method: 'eth_sendTransaction',
        params: [{ from: ACCOUNT, to, value: `0x${value.toString(16)}` }],
      }),
  });

export type WagmiCore = typeof core3;

/** The versions that the adapter supports. */
export const WAGMI_VERSIONS = [
  [3, core3],
  [2, core2 as unknown as WagmiCore],
] as const;

export const openWagmiConfig = (core: WagmiCore, wallet: FakeWallet) => {
  const target = () => ({ id: NAME.rdns, name: NAME.providerName, provider: wallet.provider });
  const config = core.createConfig({
    chains: [mainnet, optimism],
    connectors: [core.injected({ target: target as never })],
    multiInjectedProviderDiscovery: false,
    storage: null,
    transports: {
      [mainnet.id]: custom(wallet.provider),
      [optimism.id]: custom(wallet.provider),
    },
  });
  const [connector] = config.connectors;
  if (!connector) throw new Error('Expected one connector.');
  return { config, connector };
};

/**
 * Acts as `useWagmiTracking` in a page that has `hooks` among its plugins: a call starts tracking,
 * the returned function ends it.
 */
export const createWagmiHook = (...input: Parameters<typeof wagmi>) => {
  let begin: () => (() => void) | undefined = () => undefined;
  const hooks: Plugin = {
    name: 'hooks',
    setup: (tracker, host) => {
      begin = () => wagmi(...input).setup?.(tracker, host) ?? undefined;
      return undefined;
    },
  };
  return { hooks, hook: () => begin() };
};

const openWagmi =
  (core: WagmiCore): OpenApp =>
  (wallet) => {
    const { config, connector } = openWagmiConfig(core, wallet);
    return {
      plugin: wagmi(config),
      hooked: [connector],
      connect: () => core.connect(config, { connector }),
      sign: (message) => core.signMessage(config, { message }),
      send: (call) => core.sendTransaction(config, { ...call, gas: null } as never),
    };
  };

const openViem: OpenApp = ({ provider }) => {
  const client = createWalletClient({
    account: ACCOUNT,
    chain: mainnet,
    transport: custom(provider, { retryCount: 0 }),
  });
  return {
    plugin: viem(client, NAME),
    hooked: [client],
    connect: () => client.requestAddresses(),
    sign: (message) => client.signMessage({ message }),
    send: (call) => client.sendTransaction({ ...call, chain: null }),
  };
};

const openEthers: OpenApp = ({ provider }) => {
  const browser = new BrowserProvider(provider as never, 1, { cacheTimeout: -1 });
  return {
    plugin: ethers(browser, NAME),
    hooked: [browser],
    connect: () => browser.send('eth_requestAccounts', []),
    sign: async (message) => (await browser.getSigner(ACCOUNT)).signMessage(message),
    send: async (call) => (await browser.getSigner(ACCOUNT)).sendUncheckedTransaction(call),
  };
};

export const APPS: readonly (readonly [name: string, open: OpenApp])[] = [
  ['eip1193', openBare((provider) => eip1193(provider, NAME))],
  ['eip6963', openBare(() => eip6963())],
  ...WAGMI_VERSIONS.map(([version, core]) => [`wagmi ${version}`, openWagmi(core)] as const),
  ['viem', openViem],
  ['ethers', openEthers],
];
