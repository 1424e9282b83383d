// @vitest-environment happy-dom
// useWagmiTracking in a wagmi app: remounting and unmounting neither lose nor double events.
import type * as ReactQuery from '@tanstack/react-query';
import type * as Core from '@wagmi/core';
import type { ReactNode } from 'react';
import { custom } from 'viem';
import { mainnet } from 'viem/chains';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type * as Wagmi from 'wagmi';
import type { TrackerFault } from '../../src/core/tracker-types.js';
import { settle } from '../core/fakes.js';
import { PATIENCE_MS } from '../support/eventually.js';
import { announce } from '../wallets/adapters/apps.js';
import { createNodeWallet, send } from '../wallets/fake-node.js';
import { HASH, sign } from '../wallets/fake-wallet.js';
import { NAME } from '../wallets/open-dapp.js';
import { loadReact, REACTS, type ReactKit } from './load-react.js';
import { mount, spyOn } from './render.js';

interface Kit extends ReactKit {
  readonly core: typeof Core;
  readonly wagmi: typeof Wagmi;
  readonly query: typeof ReactQuery;
}

const MORE = `
  export * as core from '@wagmi/core';
  export * as wagmi from 'wagmi';
  export * as query from '@tanstack/react-query';
`;

const calm = async () => {
  for (let turn = 0; turn < 20; turn += 1) await settle();
};

describe.each(REACTS)('React %s', (version) => {
  let kit: Kit;
  beforeAll(async () => {
    kit = (await loadReact<Kit>(version, MORE))();
  });

  const h = (type: unknown, props: object | null = null, ...children: ReactNode[]) =>
    kit.React.createElement(type as string, props, ...children);

  /** A page with a wallet whose user has not yet decided about a transaction. */
  const open = ({ wallets = false } = {}) => {
    const { core, wagmi, query, sdk, React } = kit;
    const faults: TrackerFault[] = [];
    const spy = spyOn({ wallets, onError: (fault) => faults.push(fault) });
    let approve: (hash: string) => void = () => {};
    const wallet = createNodeWallet({
      eth_sendTransaction: () =>
        new Promise((resolve) => {
          approve = resolve;
        }),
    });
    onTestFinished(announce(wallet.provider));
    const stored = new Map<string, string>();
    const storage = wagmi.createStorage({
      storage: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
        removeItem: (key) => void stored.delete(key),
      },
    });
    const target = () => ({ id: NAME.rdns, name: NAME.providerName, provider: wallet.provider });
    const createConfig = (ssr = false) =>
      wagmi.createConfig({
        chains: [mainnet],
        connectors: [wagmi.injected({ target: target as never })],
        multiInjectedProviderDiscovery: false,
        ssr,
        storage,
        transports: { [mainnet.id]: custom(wallet.provider) },
      });
    type Config = ReturnType<typeof createConfig>;
    const firstOf = ({ connectors: [connector] }: Config) => {
      if (!connector) throw new Error('Expected one connector.');
      return connector;
    };

    const Tracking = () => {
      const queryClient = query.useQueryClient();
      sdk.useWagmiTracking(wagmi.useConfig(), { queryClient });
      return null;
    };
    const client = new query.QueryClient();
    const app = (config: Config, tracking: ReactNode) =>
      h(
        React.StrictMode,
        null,
        h(
          wagmi.WagmiProvider,
          { config } as never,
          h(
            query.QueryClientProvider,
            { client },
            h(sdk.TrackerProvider, { options: spy.options }, tracking),
          ),
        ),
      );
    const act = (run: () => unknown) =>
      React.act(async () => {
        await run();
        await calm();
      });
    return {
      ...spy,
      wallet,
      faults,
      createConfig,
      app,
      Tracking,
      act,
      connect: (config: Config) => act(() => core.connect(config, { connector: firstOf(config) })),
      disconnect: (config: Config) => act(() => core.disconnect(config)),
      /** Requests a transaction; returns a function with which the user approves it. */
      ask: async () => {
        const asked = wallet.provider.request(send());
        await calm();
        return async () => {
          approve(HASH);
          await asked;
          await calm();
        };
      },
      told: () =>
        spy.events
          .filter(({ type }) => type !== 'detect')
          .map(({ type, properties }) => [type, properties?.status].filter(Boolean).join(' ')),
    };
  };

  it.each([false, true])(
    'records one connection once across remounts, other configs and two apps (ssr: %s)',
    async (ssr) => {
      const { createConfig, app, Tracking, act, connect, disconnect, wallet, told, faults } =
        open();
      const first = createConfig(ssr);
      const { render, unmount } = await mount(kit, app(first, h(Tracking)));
      await connect(first);
      await act(() => render(app(first, h(Tracking))));
      await act(() => render(app(first, h(Tracking, { key: 'other' }))));
      const second = createConfig(ssr);
      await act(() => render(app(second, h(Tracking))));
      await unmount();
      await act(() => mount(kit, app(second, h(Tracking))));
      const third = createConfig(ssr);
      await act(() => mount(kit, app(third, h(Tracking))));
      await act(() => wallet.provider.request(sign()));
      await disconnect(third);
      expect(told()).toEqual([
        'connect',
        'signature requested',
        'signature confirmed',
        'disconnect',
      ]);
      expect(faults).toEqual([]);
    },
  );

  it('records the connections of another config, and no longer those of the previous one', async () => {
    const { createConfig, app, Tracking, act, connect, disconnect, told } = open();
    const [first, second] = [createConfig(), createConfig()];
    const { render } = await mount(kit, app(first, h(Tracking)));
    await act(() => render(app(second, h(Tracking))));
    await connect(second);
    expect(told()).toEqual(['connect']);
    await disconnect(second);
    await connect(first);
    expect(told()).toEqual(['connect', 'disconnect']);
  });

  it.each([
    ['alone', 'gone', false],
    ['alone', 'mounted anew', false],
    ['beside the browser’s wallets', 'gone', true],
    ['beside the browser’s wallets', 'mounted anew', true],
  ])(
    '%s, %s while the user decides: records the transaction to its end',
    async (_, end, wallets) => {
      const { createConfig, app, Tracking, act, connect, ask, told } = open({ wallets });
      const config = createConfig();
      const { render } = await mount(kit, app(config, h(Tracking)));
      await connect(config);
      const agree = await ask();
      await act(() => render(app(config, end === 'gone' ? null : h(Tracking, { key: 'other' }))));
      await agree();
      expect(told()).toEqual(['connect', 'transaction started', 'transaction broadcasted']);
    },
  );

  it('records no decision after the tracker was closed, and reports no fault', async () => {
    const { createConfig, app, Tracking, connect, ask, told, trackers, faults } = open();
    const config = createConfig();
    const { unmount } = await mount(kit, app(config, h(Tracking)));
    await connect(config);
    const agree = await ask();
    await unmount();
    await expect.poll(() => trackers, { timeout: PATIENCE_MS }).toEqual(['closed']);
    await agree();
    expect(told()).toEqual(['connect', 'transaction started']);
    expect(faults).toEqual([]);
  });
});
