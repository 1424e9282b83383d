// Connections: recorded once when they happen, and not again when the page reloads.
import { expect, it } from 'vitest';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { settle } from '../core/fakes.js';
import { eventually } from '../support/eventually.js';
import { ACCOUNT, createFakeWallet, OTHER_ACCOUNT, rpcError } from './fake-wallet.js';
import { brief, NAME, openDapp, outline } from './open-dapp.js';
import { CONNECT, connectedBefore, open } from './open-wallet.js';

it('[wallets 21] when the user approves: one connect with checksummed address, numeric chain, name and rdns', async () => {
  const { wallet, events } = open();
  await wallet.connect();
  wallet.emit('accountsChanged', wallet.state.accounts);
  await wallet.connect();
  expect(await events()).toEqual([
    { ...CONNECT, event: null, provider_name: NAME.providerName, rdns: NAME.rdns },
  ]);
});

it('when the wallet emits the account before it answers: still one connect', async () => {
  const wallet = createFakeWallet({
    eth_requestAccounts: () => {
      wallet.setAccounts(ACCOUNT);
      return [ACCOUNT];
    },
  });
  const { events } = open(wallet);
  await wallet.connect();
  expect(brief(await events())).toEqual([CONNECT]);
});

it.each([
  ['eth_requestAccounts', undefined],
  ['wallet_requestPermissions', [{ eth_accounts: {} }]],
  ['wallet_connect', [{ version: '1' }]],
])(
  '[wallets 22] when the user declines %s: one track event, no connect',
  async (method, params) => {
    const refuse = () => {
      throw rpcError(4001);
    };
    const { wallet, events } = open(createFakeWallet({ [method]: refuse }));
    await expect(wallet.provider.request({ method, params })).rejects.toMatchObject({ code: 4001 });
    expect(await events()).toEqual([
      {
        type: 'track',
        event: 'wallet_connect_rejected',
        address: null,
        provider_name: NAME.providerName,
        rdns: NAME.rdns,
        error_code: 4001,
      },
    ]);
  },
);

it('[wallets 22] when a WalletConnect proposal is declined through connect() in enable(): one track event', async () => {
  const wallet = createFakeWallet();
  const session = Object.assign(wallet.provider, {
    connect: async () => {
      throw { code: 5000, message: 'User rejected' };
    },
    enable: async () => session.connect(),
  });
  const { events } = open(wallet);
  await expect(session.enable()).rejects.toMatchObject({ code: 5000 });
  expect(outline(await events())).toEqual(['track wallet_connect_rejected']);
});

it('[wallets 22] when a request never ends: later ones that the user declines are recorded', async () => {
  let isFirst = true;
  const answer = () => {
    if (!isFirst) throw rpcError(4001);
    isFirst = false;
    return new Promise(() => {});
  };
  const { wallet, events } = open(createFakeWallet({ eth_requestAccounts: answer }));
  void wallet.provider.request({ method: 'eth_requestAccounts' });
  for (let times = 1; times <= 2; times += 1) {
    await expect(wallet.connect()).rejects.toMatchObject({ code: 4001 });
    await eventually(async () => (await events()).length === times);
  }
  expect(outline(await events())).toEqual([
    'track wallet_connect_rejected',
    'track wallet_connect_rejected',
  ]);
});

it('when a WalletConnect session is created by connect(): one connect with its account', async () => {
  const wallet = createFakeWallet();
  const session = Object.assign(wallet.provider, {
    accounts: [] as string[],
    connect: async () => {
      session.accounts = [ACCOUNT];
    },
  });
  const { events } = open(wallet);
  await session.connect();
  expect(brief(await events())).toEqual([CONNECT]);
});

it.each([
  [-32002, 'Already processing eth_requestAccounts. Please wait.'],
  [4100, 'The requested account and/or method has not been authorized by the user.'],
])('when a connection fails without a refusal (%i): no event', async (code, message) => {
  const fail = () => {
    throw rpcError(code, { message });
  };
  const { wallet, events } = open(createFakeWallet({ eth_requestAccounts: fail }));
  await expect(wallet.connect()).rejects.toMatchObject({ code });
  expect(await events()).toEqual([]);
});

it.each(['0x2105', '0X2105'])(
  '[wallets 23] when the wallet never fires events: the connection is read from the answers (%s)',
  async (chainId) => {
    const wallet = createFakeWallet();
    Reflect.deleteProperty(wallet.provider, 'on');
    const { events } = open(wallet);
    await wallet.connect();
    await wallet.provider.request({
      method: 'wallet_switchEthereumChain',
      params: [{ chainId }],
    });
    await wallet.provider.request({
      method: 'wallet_revokePermissions',
      params: [{ eth_accounts: {} }],
    });
    expect(brief(await events())).toEqual([
      CONNECT,
      { type: 'chain', address: ACCOUNT, chain_id: 8453, previous_chain_id: 1 },
      { type: 'disconnect', address: ACCOUNT, chain_id: 8453 },
    ]);
  },
);

it('[wallets 23] when the chain of such a wallet changes: it is read as the app requests it', async () => {
  const wallet = createFakeWallet();
  Reflect.deleteProperty(wallet.provider, 'on');
  const { events } = open(wallet);
  await wallet.connect();
  wallet.switchChain('0xa');
  await wallet.provider.request({ method: 'eth_chainId' });
  expect(brief(await events())).toEqual([
    CONNECT,
    { type: 'chain', address: ACCOUNT, chain_id: 10, previous_chain_id: 1 },
  ]);
});

it('when the wallet disconnects while its chain is requested, and the answer comes later: a connect for each disconnect', async () => {
  const { wallet, events } = open();
  const connecting = wallet.provider.request({ method: 'eth_requestAccounts' });
  wallet.setAccounts(ACCOUNT);
  const revoking = wallet.provider.request({
    method: 'wallet_revokePermissions',
    params: [{ eth_accounts: {} }],
  });
  wallet.emit('disconnect', { code: 4900 });
  await Promise.all([connecting, revoking]);
  expect((await events()).map(({ type }) => type)).toEqual([
    'connect',
    'disconnect',
    'connect',
    'disconnect',
  ]);
});

it.each([
  ['plain', [ACCOUNT]],
  ['of CAIP-10', [`eip155:1:${ACCOUNT}`]],
  ['with capabilities (ERC-7846)', { accounts: [{ address: ACCOUNT, capabilities: {} }] }],
])('when wallet_connect returns accounts %s: one connect', async (_, answer) => {
  const { wallet, events } = open(createFakeWallet({ wallet_connect: () => answer }));
  await wallet.provider.request({ method: 'wallet_connect', params: [{}] });
  expect(brief(await events())).toEqual([CONNECT]);
});

it('when several accounts are permitted: the one that the wallet puts first', async () => {
  const permissions = [
    { parentCapability: 'endowment:permitted-chains', caveats: [{ value: ['0x1'] }] },
    { parentCapability: 'eth_accounts', caveats: [{ value: [OTHER_ACCOUNT, ACCOUNT] }] },
  ];
  const { wallet, events } = open(
    createFakeWallet({ wallet_requestPermissions: () => permissions }),
  );
  wallet.state.isPermitted = true;
  await wallet.provider.request({
    method: 'wallet_requestPermissions',
    params: [{ eth_accounts: {} }],
  });
  expect(brief(await events())).toEqual([CONNECT]);
});

it('when the dapp acts at once after connecting: the address is set, and the connect comes first', async () => {
  const { wallet, tracker, events } = open();
  await wallet.provider.request({ method: 'eth_requestAccounts' });
  tracker.track('connected');
  await wallet.provider.request({ method: 'personal_sign', params: ['hi', ACCOUNT] });
  const sent = await events();
  expect(sent.map(({ address }) => address)).toEqual(Array(4).fill(ACCOUNT));
  expect(
    sent.filter(({ type }) => type !== 'track').map(({ type, chain_id }) => [type, chain_id]),
  ).toEqual([
    ['connect', 1],
    ['signature', 1],
    ['signature', 1],
  ]);
});

it('when an app asks for other permissions and is refused: no event', async () => {
  const refuse = () => {
    throw rpcError(4001);
  };
  const { wallet, events } = open(createFakeWallet({ wallet_requestPermissions: refuse }));
  const request = { method: 'wallet_requestPermissions', params: [{ wallet_snap: {} }] };
  await expect(wallet.provider.request(request)).rejects.toMatchObject({ code: 4001 });
  expect(await events()).toEqual([]);
});

it('when only the event arrives and never the answer: one connect', async () => {
  const never = () => new Promise(() => {});
  const { wallet, events } = open(createFakeWallet({ eth_requestAccounts: never }));
  void wallet.provider.request({ method: 'eth_requestAccounts' });
  wallet.setAccounts(ACCOUNT);
  await settle();
  expect(brief(await events())).toEqual([CONNECT]);
});

it('[wallets 29] when the app ends a session by disconnect() and the wallet emits nothing: one disconnect', async () => {
  const wallet = createFakeWallet();
  const session = Object.assign(wallet.provider, { disconnect: async () => {} });
  const { events } = open(wallet);
  await wallet.connect();
  await session.disconnect();
  expect(brief(await events())).toEqual([CONNECT, { ...CONNECT, type: 'disconnect' }]);
});

it('when the app ended a connection that the wallet keeps: it stays ended in this session', async () => {
  const { wallet, world } = await connectedBefore(({ tracker }) => tracker.disconnect());

  const { events } = open(wallet, world);
  await wallet.provider.request({ method: 'eth_accounts' });
  expect(await events()).toEqual([]);
});

it('when an app reads the accounts of a connected wallet while another one is in use: no event', async () => {
  const [used, idle] = [createFakeWallet(), createFakeWallet()];
  idle.state.isPermitted = true;
  idle.state.accounts = [OTHER_ACCOUNT];
  const { events, tracker } = openDapp([
    eip1193(used.provider, { rdns: 'com.used' }),
    eip1193(idle.provider, { rdns: 'com.idle' }),
  ]);
  await used.connect();
  await idle.provider.request({ method: 'eth_accounts' });
  idle.setAccounts();
  tracker.track('after');
  expect((await events()).map(({ type, address }) => [type, address])).toEqual([
    ['connect', ACCOUNT],
    ['track', ACCOUNT],
  ]);
});
