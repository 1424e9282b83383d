// Changes of account and chain, and the end of a connection: each recorded once, for the wallet in
// use.
import { expect, it } from 'vitest';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { settle } from '../core/fakes.js';
import { eventually } from '../support/eventually.js';
import { ACCOUNT, createFakeWallet, OTHER_ACCOUNT, rpcError } from './fake-wallet.js';
import { brief, NAME, openDapp, outline } from './open-dapp.js';
import { CONNECT, connectedBefore, open } from './open-wallet.js';

it('[wallets 25] when the account changes: one connect with account_switch, and later events use the new one', async () => {
  const { wallet, tracker, events } = open();
  await wallet.connect();
  wallet.setAccounts(OTHER_ACCOUNT);
  wallet.setAccounts(OTHER_ACCOUNT);
  tracker.track('swapped');
  await wallet.provider.request({ method: 'eth_sendTransaction', params: [{ to: ACCOUNT }] });
  const sent = brief(await events());
  expect(sent.slice(0, 2)).toEqual([
    CONNECT,
    { ...CONNECT, address: OTHER_ACCOUNT, account_switch: true, previous_address: ACCOUNT },
  ]);
  expect(sent.slice(2).map(({ address }) => address)).toEqual(Array(3).fill(OTHER_ACCOUNT));
});

it('[wallets 25] when the account changed while the page was closed: an account switch', async () => {
  const { wallet, world } = await connectedBefore();
  wallet.setAccounts(OTHER_ACCOUNT);

  const { events } = open(wallet, world);
  await wallet.provider.request({ method: 'eth_accounts' });
  expect(brief(await events())).toEqual([
    { ...CONNECT, address: OTHER_ACCOUNT, account_switch: true, previous_address: ACCOUNT },
  ]);
});

it('[wallets 26] when changes arrive faster than the chain can be requested: the last one wins', async () => {
  const chains: ((chain: string) => void)[] = [];
  const { wallet, tracker, events } = open(
    createFakeWallet({ eth_chainId: () => new Promise((resolve) => chains.push(resolve)) }),
  );
  await wallet.connect();
  wallet.setAccounts(OTHER_ACCOUNT);
  wallet.setAccounts(ACCOUNT);
  wallet.setAccounts(OTHER_ACCOUNT);
  await wallet.provider.request({ method: 'personal_sign', params: ['hi', OTHER_ACCOUNT] });
  for (const answer of chains) answer('0xa');
  await settle();
  tracker.track('after');
  const sent = await events();
  expect(sent.map(({ type, address }) => `${type} ${address}`)).toEqual([
    `connect ${ACCOUNT}`,
    `connect ${OTHER_ACCOUNT}`,
    `connect ${ACCOUNT}`,
    `connect ${OTHER_ACCOUNT}`,
    `signature ${OTHER_ACCOUNT}`,
    `signature ${OTHER_ACCOUNT}`,
    `track ${OTHER_ACCOUNT}`,
  ]);
  expect(sent.slice(0, 6).map(({ chain_id }) => chain_id)).toEqual(Array(6).fill(10));
});

it.each([
  ['0x2105', 8453],
  [8453, 8453],
  ['8453', 8453],
  [{ chainId: '0x2105' }, 8453],
  ['eip155:8453', 8453],
  ['0x539', 1337],
])(
  '[wallets 27] when the chain changes to %o: one chain event with both ids',
  async (announced, id) => {
    const { wallet, events } = open();
    await wallet.connect();
    wallet.switchChain(announced);
    wallet.switchChain(announced);
    expect(brief((await events()).slice(1))).toEqual([
      { type: 'chain', address: ACCOUNT, chain_id: id, previous_chain_id: 1 },
    ]);
  },
);

it('[wallets 27] when a wallet without a known chain changes to one: one chain event', async () => {
  const unknown = () => {
    throw rpcError(-32603);
  };
  const { wallet, events } = open(createFakeWallet({ eth_chainId: unknown }));
  await wallet.connect();
  wallet.switchChain('0xa');
  wallet.switchChain('0xa');
  expect((await events()).map(({ type, chain_id }) => [type, chain_id])).toEqual([
    ['connect', undefined],
    ['chain', 10],
  ]);
});

it('[wallets 27] when the dapp switches the chain and the wallet emits it: one chain event', async () => {
  const wallet = createFakeWallet({
    wallet_switchEthereumChain: () => {
      wallet.switchChain('0x89');
      return null;
    },
    wallet_addEthereumChain: () => {
      wallet.switchChain('0xa');
      return null;
    },
  });
  const { events } = open(wallet);
  await wallet.connect();
  const params = [{ chainId: '0x89' }];
  await wallet.provider.request({ method: 'wallet_switchEthereumChain', params });
  await wallet.provider.request({ method: 'wallet_addEthereumChain', params: [{}] });
  expect((await events()).map(({ chain_id, previous_chain_id: from }) => [from, chain_id])).toEqual(
    [
      [undefined, 1],
      [1, 137],
      [137, 10],
    ],
  );
});

it('[wallets 28] when a wallet that the user never connected changes: no event, and the active wallet stays', async () => {
  const [used, installed] = [createFakeWallet(), createFakeWallet()];
  const { events, tracker } = openDapp([
    eip1193(used.provider, NAME),
    eip1193(installed.provider, { providerName: 'Other', rdns: 'com.example.other' }),
  ]);
  await used.connect();
  installed.switchChain('0x89');
  installed.setAccounts(OTHER_ACCOUNT);
  installed.setAccounts();
  installed.emit('disconnect', { code: 4900 });
  tracker.track('after');
  const sent = await events();
  expect(outline(sent)).toEqual(['connect', 'track after']);
  expect(sent[1]?.address).toBe(ACCOUNT);
});

it.each([
  ['locks', (wallet: ReturnType<typeof createFakeWallet>) => wallet.setAccounts()],
  [
    'ends the session',
    (wallet: ReturnType<typeof createFakeWallet>) => wallet.emit('disconnect', { code: 6000 }),
  ],
  [
    'deletes the session from the phone',
    (wallet: ReturnType<typeof createFakeWallet>) => wallet.emit('session_delete', {}),
  ],
  [
    'is asked to revoke',
    (wallet: ReturnType<typeof createFakeWallet>) =>
      wallet.provider.request({
        method: 'wallet_revokePermissions',
        params: [{ eth_accounts: {} }],
      }),
  ],
])(
  '[wallets 29] when the wallet %s, after a reload: one disconnect with address, chain and wallet',
  async (_, leave) => {
    const { wallet, world } = await connectedBefore((page) => page.wallet.switchChain('0xa'));

    const { events, tracker } = open(wallet, world);
    await leave(wallet);
    tracker.track('after');
    wallet.emit('disconnect', { code: 6000 });
    expect(await events()).toEqual([
      {
        type: 'disconnect',
        event: null,
        address: ACCOUNT,
        chain_id: 10,
        provider_name: NAME.providerName,
        rdns: NAME.rdns,
      },
      { type: 'track', event: 'after', address: null },
    ]);
  },
);

it('[wallets 29] when the wallet was locked while the page was closed: one disconnect', async () => {
  const { wallet, world } = await connectedBefore();
  wallet.state.isPermitted = false;

  const { events } = open(wallet, world);
  const asked = wallet.methods().length;
  await eventually(() => wallet.methods().length > asked);
  expect(brief(await events())).toEqual([{ ...CONNECT, type: 'disconnect' }]);
});

it('when it unlocks again: one connect', async () => {
  const { wallet, events } = open();
  await wallet.connect();
  wallet.setAccounts();
  wallet.setAccounts(ACCOUNT);
  expect(outline(await events())).toEqual(['connect', 'disconnect', 'connect']);
});

it('[wallets 30] when the connection is lost for a moment (1013): no disconnect', async () => {
  const { wallet, events } = open();
  await wallet.connect();
  wallet.emit('disconnect', {
    code: 1013,
    message: 'Disconnected from chain. Attempting to connect.',
  });
  wallet.emit('connect', { chainId: '0x1' });
  expect(outline(await events())).toEqual(['connect']);
});

it('[wallets 31] when the user switches to a second wallet and back: events carry the wallet that acted', async () => {
  const [one, two] = [createFakeWallet(), createFakeWallet()];
  two.state.accounts = [OTHER_ACCOUNT];
  const { events, tracker } = openDapp([
    eip1193(one.provider, { rdns: 'com.one' }),
    eip1193(two.provider, { rdns: 'com.two' }),
  ]);
  await one.connect();
  await two.connect();
  const sign = { method: 'personal_sign', params: ['hi', OTHER_ACCOUNT] };
  await two.provider.request(sign);
  one.switchChain('0x89');
  await one.provider.request({ method: 'eth_sendTransaction', params: [{ to: ACCOUNT }] });
  tracker.track('after');
  two.setAccounts();
  expect(
    (await events()).map(({ type, address, rdns, chain_id: chain }) => [
      type,
      address,
      rdns,
      chain,
    ]),
  ).toEqual([
    ['connect', ACCOUNT, 'com.one', 1],
    ['connect', OTHER_ACCOUNT, 'com.two', 1],
    ['signature', OTHER_ACCOUNT, 'com.two', 1],
    ['signature', OTHER_ACCOUNT, 'com.two', 1],
    ['transaction', ACCOUNT, 'com.one', 137],
    ['transaction', ACCOUNT, 'com.one', 137],
    ['track', ACCOUNT, undefined, undefined],
    ['disconnect', OTHER_ACCOUNT, 'com.two', 1],
  ]);
});

it('when the user connects the first wallet again after a second one: a connect of the first', async () => {
  const [one, two] = [createFakeWallet(), createFakeWallet()];
  two.state.accounts = [OTHER_ACCOUNT];
  const { events } = openDapp([
    eip1193(one.provider, { rdns: 'com.one' }),
    eip1193(two.provider, { rdns: 'com.two' }),
  ]);
  await one.connect();
  await two.connect();
  await one.connect();
  await one.connect();
  expect((await events()).map(({ type, rdns }) => `${type} ${rdns}`)).toEqual([
    'connect com.one',
    'connect com.two',
    'connect com.one',
  ]);
});

it('when the wallet disconnects after reset(): no disconnect of the previous visitor', async () => {
  const { wallet, tracker, events } = open();
  await wallet.connect();
  tracker.reset();
  wallet.setAccounts();
  wallet.setAccounts(ACCOUNT);
  wallet.setAccounts();
  expect(outline(await events())).toEqual(['connect', 'connect', 'disconnect']);
});
