// @vitest-environment happy-dom
// The wallet for an app's own tests: actions of its user, its answers, and the events that the
// tracker records.
import { expect, test } from 'vitest';
import { createTestTracker, createTestWallet } from '../../src/testing/index.js';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { eip6963 } from '../../src/wallets/eip6963.js';

const ADA = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

test('connects, signs and sends, and the tracker records it', async () => {
  const wallet = createTestWallet({
    accounts: [ADA],
    chainId: 137,
    name: 'Toy',
    rdns: 'toy.wallet',
  });
  const { tracker, events } = createTestTracker({
    plugins: [eip1193(wallet.provider, { providerName: 'Toy', rdns: 'toy.wallet' })],
  });
  const ask = (method: string, params?: unknown) => wallet.provider.request({ method, params });
  expect(await ask('eth_requestAccounts')).toEqual([ADA]);
  await ask('personal_sign', ['0x6869', ADA]);
  await ask('eth_sendTransaction', [{ from: ADA, to: ADA, value: '0x1' }]);
  await tracker.close();
  const types = events().map(({ type, properties }) => [type, properties?.status].join(' ').trim());
  expect(types).toEqual(
    expect.arrayContaining(['connect', 'signature confirmed', 'transaction broadcasted']),
  );
  expect(events().at(-1)).toMatchObject({ address: ADA });
  expect(wallet.calls.map(({ method }) => method)).toContain('eth_sendTransaction');
});

test('a rejected connection is recorded as such', async () => {
  const wallet = createTestWallet();
  const { tracker, events } = createTestTracker({ plugins: [eip1193(wallet.provider)] });
  wallet.rejectNext('eth_requestAccounts');
  await expect(wallet.provider.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({
    code: 4001,
  });
  await tracker.close();
  expect(events().map(({ event }) => event)).toContain('wallet_connect_rejected');
  await expect(wallet.provider.request({ method: 'eth_requestAccounts' })).resolves.toHaveLength(1);
});

test('announces itself until it is hidden', async () => {
  const wallet = createTestWallet({ name: 'Toy', rdns: 'toy.wallet' });
  const hide = wallet.announce();
  const { waitFor, tracker } = createTestTracker({ plugins: [eip6963()] });
  expect(await waitFor('detect')).toMatchObject({
    properties: { provider_name: 'Toy', rdns: 'toy.wallet' },
  });
  await tracker.close();
  hide();
  const other = createTestTracker({ plugins: [eip6963()] });
  expect(other.events()).toEqual([]);
  await other.tracker.close();
});

test('accounts, chain and disconnect can be changed as by the user', async () => {
  const wallet = createTestWallet();
  const heard: unknown[] = [];
  const onAccounts = (accounts: unknown) => heard.push(accounts);
  wallet.provider
    .on('accountsChanged', onAccounts)
    .on('chainChanged', (chain) => heard.push(chain));
  wallet.setAccounts(ADA);
  expect(heard).toEqual([]);
  await wallet.provider.request({ method: 'eth_requestAccounts' });
  wallet.switchChain(10);
  await wallet.provider.request({
    method: 'wallet_switchEthereumChain',
    params: [{ chainId: '0x1' }],
  });
  wallet.disconnect();
  wallet.provider.removeListener('accountsChanged', onAccounts);
  await wallet.provider.request({ method: 'eth_requestAccounts' });
  expect(heard).toEqual([[ADA], '0xa', '0x1', []]);
});

test('gives the answers set by the test, and explains how to set missing ones', async () => {
  const wallet = createTestWallet({ connected: true });
  const ask = (method: string, params?: unknown) => wallet.provider.request({ method, params });
  wallet.answer('eth_getBalance', '0x10');
  wallet.answer('eth_call', (params: unknown) => params);
  expect(await ask('eth_accounts')).toHaveLength(1);
  expect(await ask('eth_getBalance')).toBe('0x10');
  expect(await ask('eth_call', ['x'])).toEqual(['x']);
  await expect(ask('eth_mystery')).rejects.toThrow("answer('eth_mystery', ...)");
});
