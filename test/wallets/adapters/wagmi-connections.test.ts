// @vitest-environment happy-dom
// Several wallets connected to a wagmi app: which one is in use, and that each is recorded as
// connected once.
import { QueryClient } from '@tanstack/react-query';
import * as core3 from '@wagmi/core';
import { expect, it } from 'vitest';
import * as core2 from 'wagmi-core2';
import { wagmi } from '../../../src/wallets/wagmi.js';
import { ACCOUNT, createFakeWallet, OTHER_ACCOUNT, rpcError } from '../fake-wallet.js';
import { brief, createOpenDapp } from '../open-dapp.js';
import { calm, openWagmiConfig, WAGMI_VERSIONS, type WagmiCore } from './apps.js';

const openDapp = createOpenDapp();

it.each([
  [3, core3, core3.switchConnection as never],
  [2, core2 as unknown as WagmiCore, core2.switchAccount as never],
] as readonly (readonly [number, WagmiCore, typeof core3.switchConnection])[])(
  '[wallets 21] [wallets 31] wagmi %i: a wallet that is picked, or remains after a disconnect, is in use and not recorded as connected again',
  async (_, core, pick) => {
    const { config, connector } = openWagmiConfig(core, createFakeWallet());
    const { provider } = createFakeWallet({ eth_requestAccounts: () => [OTHER_ACCOUNT] });
    const target = () => ({ id: 'com.other', name: 'Other', provider });
    const other = config._internal.connectors.setup(core.injected({ target: target as never }));
    const { tracker, events } = openDapp([wagmi(config)]);
    const both = async (use: (connector: typeof other) => Promise<unknown>) => {
      for (const next of [connector, other]) {
        await use(next);
        await calm();
        tracker.page();
      }
    };
    await both((next) => core.connect(config, { connector: next }));
    await both((next) => pick(config, { connector: next }));
    await core.disconnect(config);
    tracker.page();
    expect((await events()).map(({ type, address }) => [type, address])).toEqual([
      ['connect', ACCOUNT],
      ['page', ACCOUNT],
      ['connect', OTHER_ACCOUNT],
      ['page', OTHER_ACCOUNT],
      ['page', ACCOUNT],
      ['page', OTHER_ACCOUNT],
      ['disconnect', OTHER_ACCOUNT],
      ['page', ACCOUNT],
    ]);
  },
);

it.each(WAGMI_VERSIONS)(
  '[wallets 25] [wallets 31] wagmi %i: records a chain that only its store knows, also after another wallet refused',
  async (_, core) => {
    const { config, connector } = openWagmiConfig(core, createFakeWallet());
    const refusing = createFakeWallet({
      eth_requestAccounts: () => {
        throw rpcError(4001);
      },
    });
    const target = () => ({ id: 'com.other', name: 'Other', provider: refusing.provider });
    const other = config._internal.connectors.setup(core.injected({ target: target as never }));
    const { events } = openDapp([wagmi(config)]);
    await core.connect(config, { connector });
    await calm();
    // The provider itself emits nothing, as one without events.
    connector.emitter.emit('change', { chainId: 10 });
    await calm();
    await core.connect(config, { connector: other }).catch(() => undefined);
    await calm();
    connector.emitter.emit('change', { chainId: 8453 });
    await calm();
    expect(brief((await events()).filter(({ type }) => type === 'chain'))).toEqual([
      { type: 'chain', address: ACCOUNT, chain_id: 10, previous_chain_id: 1 },
      { type: 'chain', address: ACCOUNT, chain_id: 8453, previous_chain_id: 10 },
    ]);
  },
);

it.each(WAGMI_VERSIONS)(
  'wagmi %i: closing the tracker removes its listeners from the store and from React Query',
  async (_, core) => {
    const { config } = openWagmiConfig(core, createFakeWallet());
    const queryClient = new QueryClient();
    let listeners = 0;
    const subscribe = config.subscribe.bind(config) as (...input: unknown[]) => () => void;
    const counting = (...input: unknown[]) => {
      const stop = subscribe(...input);
      listeners += 1;
      return () => {
        listeners -= 1;
        stop();
      };
    };
    const watched = { ...config, subscribe: counting as never };
    const { tracker } = openDapp([wagmi(watched, { queryClient })]);
    const heard = () => [listeners, queryClient.getMutationCache().hasListeners()];
    expect(heard()).toEqual([1, true]);
    await tracker.close();
    expect(heard()).toEqual([0, false]);
  },
);
