// @vitest-environment happy-dom
// The adapter of wagmi's store, with both versions: connections are recorded once, however wagmi
// updates its state.
import { MutationObserver, QueryClient } from '@tanstack/react-query';
import * as core3 from '@wagmi/core';
import * as query3 from '@wagmi/core/query';
import { parseAbi } from 'viem';
import { afterEach, describe, expect, it } from 'vitest';
import * as core2 from 'wagmi-core2';
import * as query2 from 'wagmi-core2/query';
import type { Plugin } from '../../../src/core/tracker-types.js';
import { eip6963 } from '../../../src/wallets/eip6963.js';
import { wagmi } from '../../../src/wallets/wagmi.js';
import { createWorld } from '../../core/fakes.js';
import { eventually } from '../../support/eventually.js';
import { createNodeWallet } from '../fake-node.js';
import { ACCOUNT, OTHER_ACCOUNT, rpcError } from '../fake-wallet.js';
import { brief, openDapp, outline } from '../open-dapp.js';
import { announce, calm, createWagmiHook, openWagmiConfig, type WagmiCore } from './apps.js';

const stops: (() => unknown)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const VERSIONS = [
  [3, core3, query3.writeContractMutationOptions],
  [2, core2 as unknown as WagmiCore, query2.writeContractMutationOptions as never],
] as const;

describe.each(VERSIONS)('wagmi %i', (_, core, mutationOptions) => {
  const open = (
    world = createWorld(),
    { wallet = createNodeWallet(), more = [] as Plugin[], queryClient = new QueryClient() } = {},
  ) => {
    const { config, connector } = openWagmiConfig(core, wallet);
    const { hooks, hook } = createWagmiHook(config, { queryClient });
    const dapp = openDapp([wagmi(config, { queryClient }), hooks, ...more], world);
    stops.push(() => dapp.tracker.close());
    const told = async () => {
      await calm();
      return brief((await dapp.events()).filter(({ type }) => type !== 'detect'));
    };
    return { ...dapp, config, connector, wallet, queryClient, hook, told };
  };
  const CONNECT = { type: 'connect', address: ACCOUNT, chain_id: 1 };

  it('[wallets 25] [wallets 27] [wallets 29] records switched accounts and chains, also chains that are not configured, and the disconnect', async () => {
    const { config, connector, wallet, told } = open();
    await core.connect(config, { connector });
    await calm();
    wallet.setAccounts(OTHER_ACCOUNT);
    await calm();
    wallet.switchChain('0xa');
    await calm();
    // A chain that the app did not configure.
    wallet.switchChain('0x2105');
    await calm();
    await core.disconnect(config);
    const other = { address: OTHER_ACCOUNT };
    expect(await told()).toEqual([
      CONNECT,
      { ...CONNECT, ...other, account_switch: true, previous_address: ACCOUNT },
      { type: 'chain', ...other, chain_id: 10, previous_chain_id: 1 },
      { type: 'chain', ...other, chain_id: 8453, previous_chain_id: 10 },
      { type: 'disconnect', ...other, chain_id: 8453 },
    ]);
  });

  it('[wallets 25] [wallets 27] [wallets 29] records what the wallet emits in two tabs once', async () => {
    const world = createWorld();
    const first = open(world);
    await core.connect(first.config, { connector: first.connector });
    await calm();
    const second = open(world);
    await second.wallet.connect();
    await core.reconnect(second.config, { connectors: [second.connector] });
    await calm();
    const both = async (change: (wallet: typeof first.wallet) => void) => {
      for (const { wallet } of [first, second]) change(wallet);
      await calm();
    };
    await both((wallet) => wallet.setAccounts(OTHER_ACCOUNT));
    await both((wallet) => wallet.switchChain('0xa'));
    await both((wallet) => wallet.setAccounts());
    await second.told();
    expect((await first.told()).map(({ type, address }) => [type, address])).toEqual([
      ['connect', ACCOUNT],
      ['connect', OTHER_ACCOUNT],
      ['chain', OTHER_ACCOUNT],
      ['disconnect', OTHER_ACCOUNT],
    ]);
  });

  it("[wallets 29] records a wallet once that its connector wraps in a new provider, as MetaMask's SDK does", async () => {
    const wallet = createNodeWallet();
    stops.push(announce(wallet.provider));
    const { config, connector, told } = open(undefined, { wallet, more: [eip6963()] });
    const provider = {
      ...wallet.provider,
      request: (call: never) => wallet.provider.request(call),
    };
    Object.assign(connector, { getProvider: async () => provider });
    await core.connect(config, { connector });
    await calm();
    wallet.setAccounts(ACCOUNT);
    // Revokes the permission, which the wallet emits before wagmi's state changes.
    Object.assign(connector, { disconnect: async () => wallet.setAccounts() });
    await core.disconnect(config);
    expect(await told()).toEqual([CONNECT, { ...CONNECT, type: 'disconnect' }]);
  });

  it('[wallets 21] records nothing for a reconnect that ends late with another connector of the same wallet', async () => {
    const { config, connector, told } = open();
    await core.connect(config, { connector });
    await calm();
    const other = { ...connector, uid: 'other' };
    const connection = { accounts: [ACCOUNT] as const, chainId: 1, connector: other };
    // As wagmi's reconnect does for each authorized connector.
    config.setState((state) => ({
      ...state,
      current: other.uid,
      connections: new Map([[other.uid, connection]]),
    }));
    expect(await told()).toEqual([CONNECT]);
  });

  it('[wallets 24] records no connect for a reconnect after a reload', async () => {
    const first = open();
    await core.connect(first.config, { connector: first.connector });
    await first.told();
    await first.tracker.close();

    const next = open(first.world, { wallet: first.wallet });
    await core.reconnect(next.config, { connectors: [next.connector] });
    await calm();
    expect(next.config.state.status).toBe('connected');
    expect(await next.told()).toEqual([]);
    next.tracker.page();
    expect(await next.told()).toMatchObject([{ type: 'page', address: ACCOUNT }]);
    await core.disconnect(next.config);
    expect((await next.told()).slice(1)).toEqual([{ ...CONNECT, type: 'disconnect' }]);
  });

  it('[wallets 22] records no refusal for a reconnect that the wallet refuses', async () => {
    const wallet = createNodeWallet({
      eth_chainId: () => {
        throw rpcError(4001);
      },
    });
    wallet.state.isPermitted = true;
    const { config, connector, told } = open(undefined, { wallet });
    await core.reconnect(config, { connectors: [connector] });
    expect(wallet.methods()).toContain('eth_chainId');
    expect(config.state.status).toBe('disconnected');
    expect(await told()).toEqual([]);
  });

  it.each([
    ['alone', () => []],
    ['beside the browser’s wallets', () => [eip6963()]],
  ])(
    '[wallets 29] %s, a wallet that was locked between pages is recorded as disconnected after a reload',
    async (_name, more) => {
      const first = open();
      await core.connect(first.config, { connector: first.connector });
      await first.told();
      await first.tracker.close();

      const wallet = createNodeWallet();
      stops.push(announce(wallet.provider));
      const { config, connector, told } = open(first.world, { wallet, more: more() });
      const current = connector.uid;
      config.setState((state) => ({ ...state, current, status: 'reconnecting' }));
      config.setState((state) => ({ ...state, current: null, status: 'disconnected' }));
      await eventually(async () => expect(await told()).not.toEqual([]));
      expect(await told()).toEqual([{ ...CONNECT, type: 'disconnect' }]);
    },
  );

  it('[wallets 15] a config that is tracked twice records once, until the last tracking ends', async () => {
    const { config, connector, hook, told } = open();
    const [leaveFirst, leaveSecond] = [hook(), hook()];
    const refuse = { accounts: [ACCOUNT], features: { connectError: true } } as const;
    const { connectors } = config._internal;
    const refusing = connectors.setup(core.mock(refuse));
    connectors.setState((all) => [...all, refusing]);
    await core.connect(config, { connector: refusing }).catch(() => {});
    await core.connect(config, { connector });
    await calm();
    leaveFirst?.();
    await core.disconnect(config);
    leaveSecond?.();
    expect(outline((await told()) as never)).toEqual([
      'track wallet_connect_rejected',
      'connect',
      'disconnect',
    ]);
  });

  it('[wallets 9] calls nothing of the partial connector that a connection restored from storage has', async () => {
    const { config, wallet, told, faults } = open();
    const partial = { id: 'io.other', name: 'Other', type: 'injected', uid: 'u1' };
    config.setState((state) => ({
      ...state,
      status: 'connected',
      current: 'u1',
      connections: new Map([
        ['u1', { accounts: [ACCOUNT], chainId: 1, connector: partial as never }],
      ]),
    }));
    expect(await told()).toEqual([]);
    expect([faults, wallet.methods()]).toEqual([[], []]);
  });

  it.each([
    ['alone', () => []],
    ['beside the browser’s wallets', () => [eip6963()]],
  ])(
    '[wallets 43] %s, records writeContract with function and named arguments',
    async (_name, more) => {
      const queryClient = new QueryClient();
      const wallet = createNodeWallet();
      stops.push(announce(wallet.provider));
      const dapp = open(createWorld(), { wallet, queryClient, more: more() });
      await core.connect(dapp.config, { connector: dapp.connector });
      const write = new MutationObserver(queryClient, mutationOptions(dapp.config) as never);
      await write.mutate({
        address: OTHER_ACCOUNT,
        abi: parseAbi(['function transfer(address to, uint256 amount) returns (bool)']),
        functionName: 'transfer',
        args: [ACCOUNT, 5n],
      } as never);
      const [, started, broadcasted] = await dapp.told();
      for (const event of [started, broadcasted]) {
        expect(event).toMatchObject({
          function_name: 'transfer',
          function_args: { to: ACCOUNT, amount: '5' },
          data: '0xa9059cbb',
          to: OTHER_ACCOUNT,
        });
      }
    },
  );

  it('[wallets 43] records each of two writes to one contract with its own function', async () => {
    const { config, connector, queryClient, told } = open();
    await core.connect(config, { connector });
    const write = (functionName: string, more?: object) =>
      new MutationObserver(queryClient, { ...mutationOptions(config), ...more } as never).mutate({
        address: OTHER_ACCOUNT,
        abi: parseAbi(['function stop()', 'function start()']),
        functionName,
      } as never);
    // Started first, but not yet at the wallet.
    let end = () => {};
    const first = write('stop', {
      mutationFn: () => new Promise<void>((resolve) => (end = resolve)),
    });
    await write('start');
    end();
    await first;
    expect((await told()).at(-1)).toMatchObject({ status: 'broadcasted', function_name: 'start' });
  });

  it('[wallets 43] records a write without names if there is no query client', async () => {
    const { config, connector, told } = open();
    await core.connect(config, { connector });
    await core.writeContract(config, {
      address: OTHER_ACCOUNT,
      abi: parseAbi(['function stop()']),
      functionName: 'stop',
    } as never);
    const events = await told();
    expect(outline(events as never)).toContain('transaction broadcasted');
    expect(events.at(-1)).not.toHaveProperty('function_name');
  });
});
