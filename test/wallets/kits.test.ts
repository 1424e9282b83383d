// @vitest-environment happy-dom
// Kits set up with the snippets of `examples/wallets`, on fakes with the interfaces of each kit's
// objects.
import { QueryClient } from '@tanstack/react-query';
import * as core from '@wagmi/core';
import { createWalletClient, custom } from 'viem';
import { mainnet } from 'viem/chains';
import { expect, it, onTestFinished } from 'vitest';
import { appKitPlugins } from '../../examples/wallets/appkit/main.js';
import { kitPlugins } from '../../examples/wallets/rainbowkit/main.js';
import { safePlugins } from '../../examples/wallets/safe/main.js';
import { smartAccountPlugins } from '../../examples/wallets/smart-accounts/main.js';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { createWorld, settle } from '../core/fakes.js';
import { eventually } from '../support/eventually.js';
import { openWagmiConfig } from './adapters/apps.js';
import { createNodeWallet, hashOf, send } from './fake-node.js';
import { ACCOUNT, type Answer, HASH, OTHER_ACCOUNT, rpcError } from './fake-wallet.js';
import { openDapp, outline, turn } from './open-dapp.js';

/** Answers as `SafeAppProvider` 0.18: with its own hash, also before the owners have signed. */
const openSafeApp = (overrides: Readonly<Record<string, Answer>> = {}) => {
  const wallet = createNodeWallet({
    eth_accounts: () => [OTHER_ACCOUNT],
    eth_requestAccounts: () => {
      throw new Error('"eth_requestAccounts" not implemented');
    },
    eth_sendTransaction: () => HASH,
    eth_getTransactionByHash: () => ({ from: OTHER_ACCOUNT, hash: HASH, nonce: 0 }),
    // For a contract, the count of contracts that it has created, from 1 on.
    eth_getTransactionCount: () => '0x1',
    eth_getCode: () => '0x6080',
    ...overrides,
  });
  return { wallet, ...openDapp(safePlugins(wallet.provider)) };
};

const SAFE_RECEIPT = {
  transactionHash: hashOf('d'),
  status: '0x1',
  blockNumber: '0x69',
  gasUsed: '0x5208',
};

it('[wallets 46] Safe: in a Safe app the address is the Safe, and its own hash leads to the receipt', async () => {
  const { wallet, events, world } = openSafeApp();
  await wallet.provider.request({ method: 'eth_accounts' });
  await wallet.provider.request(send({ to: ACCOUNT }));
  // The owners take their time to sign.
  await turn(world, 600_000);
  expect((await events()).at(-1)).toMatchObject({ status: 'broadcasted' });
  wallet.receipts.set(HASH, SAFE_RECEIPT);
  await turn(world, 600_000);
  const sent = await events();
  expect(outline(sent)).toEqual([
    'connect',
    'transaction started',
    'transaction broadcasted',
    'transaction confirmed',
  ]);
  expect(new Set(sent.map(({ address }) => address))).toEqual(new Set([OTHER_ACCOUNT]));
  expect(sent.at(-1)).toMatchObject({ account_type: 'contract' });
});

it('Safe: counts the gas of a batch once, although its status lists the transaction for each call', async () => {
  const { wallet, events, world } = openSafeApp({
    wallet_getCallsStatus: () => ({ status: 200, receipts: [SAFE_RECEIPT, SAFE_RECEIPT] }),
  });
  await wallet.provider.request({ method: 'eth_accounts' });
  const calls = [{ to: ACCOUNT }, { to: OTHER_ACCOUNT }];
  await wallet.provider.request({ method: 'wallet_sendCalls', params: [{ calls }] });
  await turn(world, 60_000);
  expect((await events()).at(-1)).toMatchObject({ status: 'confirmed', gas_used: '21000' });
});

it('Safe: a proposal that its owner closes is rejected, though there is no error code', async () => {
  const { wallet, events } = openSafeApp({
    eth_sendTransaction: () => {
      throw new Error('Transaction was rejected');
    },
  });
  await wallet.provider.request({ method: 'eth_accounts' });
  await wallet.provider.request(send({ to: ACCOUNT })).catch(() => {});
  expect((await events()).at(-1)).toMatchObject({ status: 'rejected' });
});

it.each([
  ['Coinbase Wallet SDK 4', null],
  ['Base Account', { isConnected: false }],
])('%s: while signed out, gets no request that would end the session', async (_, signedOut) => {
  const wallet = createNodeWallet();
  const signer = { get: () => (wallet.state.isPermitted ? {} : signedOut) };
  const answer = wallet.provider.request;
  // While signed out, any other request ends what is left of the session.
  wallet.provider.request = async (call) => {
    const isKnown = /^eth_(chainId|requestAccounts)$/.test(call.method);
    if (wallet.state.isPermitted || isKnown) return answer(call);
    wallet.emit('disconnect', rpcError(4900));
    throw rpcError(4100);
  };
  Object.defineProperty(wallet.provider, 'signer', signer);
  const heard: unknown[] = [];
  wallet.provider.on('disconnect', (error) => heard.push(error));
  const { events, world } = openDapp([eip1193(wallet.provider)]);
  // Waits beyond the request that each page makes once: a later wallet has received it.
  const witness = createNodeWallet();
  openDapp([eip1193(witness.provider)]);
  await eventually(() => witness.methods().includes('eth_accounts'));
  await wallet.connect();
  await wallet.provider.request(send());
  wallet.state.isPermitted = false;
  wallet.emit('accountsChanged', []);
  await turn(world, 600_000);
  expect(heard).toEqual([]);

  wallet.mine(HASH);
  await wallet.connect();
  await turn(world, 600_000);
  expect(outline(await events())).toEqual([
    'connect',
    'transaction started',
    'transaction broadcasted',
    'disconnect',
    'connect',
    'transaction confirmed',
  ]);
});

it('MetaMask Connect: records a connection by its own client from the event with the accounts', async () => {
  const world = createWorld();
  const tabs = [createNodeWallet(), createNodeWallet()].map((wallet) => {
    Object.assign(wallet.state, { isPermitted: false });
    return { wallet, ...openDapp([eip1193(wallet.provider)], world) };
  });
  // Waits beyond the request that each page makes once.
  await eventually(() => tabs.every(({ wallet }) => wallet.methods().includes('eth_accounts')));
  const inBoth = (name: string, payload: unknown) => {
    for (const { wallet } of tabs) wallet.emit(name, payload);
  };
  for (let round = 0; round < 2; round += 1) {
    inBoth('connect', { chainId: '0x2105', accounts: [ACCOUNT] });
    inBoth('chainChanged', '0x2105');
    inBoth('accountsChanged', [ACCOUNT]);
    await settle();
    inBoth('disconnect', undefined);
    inBoth('accountsChanged', []);
  }
  for (const { events } of tabs) await events();
  const connect = { type: 'connect', address: ACCOUNT, chain_id: 8453 };
  const disconnect = { ...connect, type: 'disconnect' };
  // The events of both tabs together.
  expect(await tabs[0]?.events()).toMatchObject([connect, disconnect, connect, disconnect]);
});

it('MetaMask Connect: receives no later request for which it would open its app on a phone', async () => {
  const wallet = createNodeWallet({
    wallet_sendCalls: () => ({ id: hashOf('b') }),
    eth_getTransactionByHash: () => null,
  });
  Object.assign(wallet.provider, { selectedAccount: '0x1' });
  const { events, world } = openDapp([eip1193(wallet.provider)]);
  await wallet.connect();
  await wallet.provider.request(send());
  await wallet.provider.request({ method: 'wallet_sendCalls', params: [{ calls: [{}] }] });
  const asked = wallet.methods().length;
  await turn(world, 600_000);
  const later = new Set(wallet.methods().slice(asked));
  expect([...later]).toEqual(['eth_getTransactionReceipt', 'eth_getTransactionByHash']);
  wallet.mine(HASH);
  await turn(world, 600_000);
  expect(outline(await events()).at(-1)).toBe('transaction confirmed');
});

it.each([
  ['RainbowKit or ConnectKit', (config: core.Config) => kitPlugins(config, new QueryClient())],
  ['AppKit', (wagmiConfig: core.Config) => appKitPlugins({ wagmiConfig })],
])('%s: records the actions of wagmi', async (_, pluginsOf) => {
  const { config, connector } = openWagmiConfig(core, createNodeWallet());
  const { events, tracker } = openDapp(pluginsOf(config));
  onTestFinished(() => tracker.close());
  await core.connect(config, { connector });
  await core.signMessage(config, { message: 'hello' });
  await core.sendTransaction(config, { to: OTHER_ACCOUNT, value: 1n, gas: null } as never);
  await core.disconnect(config);
  const sent = (await events()).filter(({ type }) => type !== 'detect');
  expect(outline(sent)).toEqual([
    'connect',
    'signature requested',
    'signature confirmed',
    'transaction started',
    'transaction broadcasted',
    'disconnect',
  ]);
  for (const { address } of sent) expect(address).toBe(ACCOUNT);
});

it('[wallets 46] a smart account acts under its own address, whoever sends for it', async () => {
  const node = createNodeWallet({
    eth_getCode: () => '0xef0100ab',
    eth_sendTransaction: () => HASH,
  });
  const client = createWalletClient({
    account: OTHER_ACCOUNT,
    chain: mainnet,
    transport: custom(node.provider, { retryCount: 0 }),
  });
  const { events, tracker, world } = openDapp(smartAccountPlugins(client));
  onTestFinished(() => tracker.close());
  await client.sendTransaction({ to: ACCOUNT, value: 7n, chain: null });
  node.broadcast(HASH);
  node.mine(HASH);
  await world.clock.turn(10_000);
  const sent = await events();
  expect(outline(sent)).toEqual([
    'transaction started',
    'transaction broadcasted',
    'transaction confirmed',
  ]);
  for (const { address } of sent) expect(address).toBe(OTHER_ACCOUNT);
  expect(sent.at(-1)).toMatchObject({ account_type: 'eip7702', provider_name: 'Smart account' });
});

it('WalletConnect: passes on an expiry, records 5000 as a refusal and the end of the session as a disconnect', async () => {
  const wallet = createNodeWallet({
    personal_sign: () => {
      throw { ...rpcError(5000), code: 5000, message: 'User rejected.' };
    },
  });
  const { events } = openDapp([eip1193(wallet.provider, { providerName: 'WalletConnect' })]);
  await wallet.connect();
  const call = { method: 'personal_sign', params: ['0x68', ACCOUNT] };
  await wallet.provider.request(call, 300).catch(() => {});
  expect(wallet.calls.at(-1)?.input).toEqual([call, 300]);
  wallet.emit('session_delete', {});
  await settle();
  expect(outline(await events())).toEqual([
    'connect',
    'signature requested',
    'signature rejected',
    'disconnect',
  ]);
});

it('WalletConnect: records a switch of the chain once, though its provider requests it without 0x', async () => {
  const wallet = createNodeWallet();
  const { events } = openDapp([eip1193(wallet.provider)]);
  await wallet.connect();
  for (const chainId of ['89', '2105']) {
    const asked = wallet.provider.request({
      method: 'wallet_switchEthereumChain',
      params: [{ chainId }],
    });
    wallet.emit('chainChanged', `0x${chainId}`);
    await asked;
  }
  const sent = await events();
  expect(sent.map(({ type, chain_id: chain }) => [type, chain])).toEqual([
    ['connect', 1],
    ['chain', 137],
    ['chain', 8453],
  ]);
});

it('WalletConnect: a closed window is a refusal, and authenticate() connects', async () => {
  const wallet = createNodeWallet();
  let isClosed = true;
  const authenticate = async () => {
    if (isClosed) throw new Error('Connection request reset. Please try again.');
    Object.assign(wallet.provider, { accounts: [ACCOUNT] });
    return { session: {} };
  };
  const provider = Object.assign(wallet.provider, { authenticate });
  const { events } = openDapp([eip1193(provider)]);
  await provider.authenticate().catch(() => {});
  isClosed = false;
  await provider.authenticate();
  const sent = await events();
  expect(outline(sent)).toEqual(['track wallet_connect_rejected', 'connect']);
  expect(sent[1]?.address).toBe(ACCOUNT);
});
