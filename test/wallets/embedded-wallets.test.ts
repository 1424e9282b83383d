// @vitest-environment happy-dom
// The recipe for embedded wallets, with fakes of the shape of Privy's (3.45) and its extensions' providers.
import { expect, it, vi } from 'vitest';
import { createEmbeddedWallets } from '../../examples/wallets/privy/main.js';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { createNodeWallet } from './fake-node.js';
import { ACCOUNT, OTHER_ACCOUNT, sign } from './fake-wallet.js';
import { openDapp, outline } from './open-dapp.js';

it('embedded wallets come after the login, are watched once each, and named by their kind', async () => {
  const wallet = createNodeWallet();
  const other = createNodeWallet({ eth_requestAccounts: () => [OTHER_ACCOUNT] });
  const { plugin, add } = createEmbeddedWallets();
  const { events, tracker } = openDapp([plugin]);
  const listed = () =>
    [wallet, other].map(({ provider }, place) => ({
      walletClientType: ['privy', 'metamask'][place] ?? '',
      getEthereumProvider: async () => provider,
    }));
  for (const one of [...listed(), ...listed()]) await add(one);
  await wallet.connect();
  await other.connect();
  await wallet.provider.request(sign());
  expect(await events()).toMatchObject([
    { type: 'connect', address: ACCOUNT, provider_name: 'privy' },
    { type: 'connect', address: OTHER_ACCOUNT, provider_name: 'metamask' },
    { type: 'signature', status: 'requested', address: ACCOUNT, provider_name: 'privy' },
    { type: 'signature', status: 'confirmed', address: ACCOUNT, provider_name: 'privy' },
  ]);
  await tracker.close();
  expect(wallet.listenerCount()).toBe(0);
});

it('embedded wallets that are added before the tracker, or before the next one, are tracked as well', async () => {
  const { provider } = createNodeWallet();
  const { plugin, add } = createEmbeddedWallets();
  await add({ walletClientType: 'privy', getEthereumProvider: async () => provider });
  for (let times = 0; times < 2; times += 1) {
    const { events, tracker } = openDapp([plugin]);
    await provider.request(sign());
    expect(outline(await events())).toEqual(['signature requested', 'signature confirmed']);
    await tracker.close();
  }
});

it('an embedded wallet that makes another provider at each call, as Privy’s does, is tracked whichever the app uses', async () => {
  const { plugin, add } = createEmbeddedWallets();
  const { events } = openDapp([plugin]);
  const list = () => ({
    walletClientType: 'privy',
    getEthereumProvider: async () => createNodeWallet().provider,
  });
  for (const wallet of [list(), list()]) {
    await add(wallet);
    for (let times = 0; times < 2; times += 1) {
      const provider = await wallet.getEthereumProvider();
      await provider.request({ method: 'eth_requestAccounts' });
      await provider.request(sign());
    }
  }
  const told = ['signature requested', 'signature confirmed'];
  expect(outline(await events())).toEqual(['connect', ...told, ...told, ...told, ...told]);
});

it('an extension behind a provider of the kit is left to the SDK, which finds the extension itself', async () => {
  const extension = createNodeWallet();
  const { plugin, add } = createEmbeddedWallets();
  const { events } = openDapp([eip1193(extension.provider, { providerName: 'MetaMask' }), plugin]);
  const on = vi.fn();
  const request: typeof extension.provider.request = (call) => extension.provider.request(call);
  const provider = { request, on };
  const getEthereumProvider = async () => provider;
  await add({ walletClientType: 'metamask', connectorType: 'injected', getEthereumProvider });
  await provider.request({ method: 'eth_requestAccounts' });
  expect(await events()).toMatchObject([{ type: 'connect', provider_name: 'MetaMask' }]);
  expect(on).not.toHaveBeenCalled();
});

it('a wallet that is not connected, for which Privy throws, causes no error', async () => {
  const { add } = createEmbeddedWallets();
  const getEthereumProvider = () => Promise.reject(new Error('Wallet is not currently connected.'));
  await expect(add({ walletClientType: 'metamask', getEthereumProvider })).resolves.toBeUndefined();
});
