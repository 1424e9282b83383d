// A page that loads with a wallet that was connected before: its state is restored, and nothing is
// recorded twice.
import { expect, it } from 'vitest';
import { createWorld, settle } from '../core/fakes.js';
import { eventually } from '../support/eventually.js';
import { ACCOUNT, type Answer, createFakeWallet, OTHER_ACCOUNT, rpcError } from './fake-wallet.js';
import { brief, outline } from './open-dapp.js';
import { CONNECT, connectedBefore, open } from './open-wallet.js';

it('[wallets 24] when the page reloads with a live connection: no new connect, and page events carry the address', async () => {
  const { wallet, world } = await connectedBefore();

  const { tracker, events } = open(wallet, world);
  tracker.page();
  await wallet.provider.request({ method: 'eth_accounts' });
  await wallet.connect();
  wallet.emit('accountsChanged', wallet.state.accounts);
  const sent = await events();
  expect(outline(sent)).toEqual(['page']);
  expect(sent[0]?.address).toBe(ACCOUNT);
});

it.each([
  ['tells nothing of itself', {}],
  ['does not know yet', { selectedAddress: '', chainId: '' }],
  ['does not know yet, in numbers', { selectedAddress: null, chainId: 0 }],
])(
  'when a wallet that %s was connected before the SDK loaded: one connect in the session',
  async (_, known) => {
    const world = createWorld();
    const wallet = createFakeWallet();
    wallet.state.isPermitted = true;
    Object.assign(wallet.provider, known);
    const { events, tracker } = open(wallet, world);
    await eventually(() => wallet.methods().includes('eth_accounts'));
    expect(brief(await events())).toEqual([CONNECT]);
    tracker.disconnect();
    await events();
    await wallet.provider.request({ method: 'eth_accounts' });
    expect(outline(await events())).toEqual(['connect', 'disconnect']);
  },
);

it('when a connected wallet emits its account as the page loads, as MetaMask: one connect', async () => {
  const { wallet, events } = open();
  wallet.state.isPermitted = true;
  wallet.setAccounts(ACCOUNT);
  expect(await events()).toEqual([]);
  await eventually(() => wallet.methods().includes('eth_accounts'));
  expect(brief(await events())).toEqual([CONNECT]);
});

it('[wallets 24] when a wallet is not ready as the page loads: it is asked again after its first event', async () => {
  const { wallet, world } = await connectedBefore();

  const { eth_accounts: accounts } = wallet.answers;
  wallet.answers.eth_accounts = () => {
    throw rpcError(-32603);
  };
  const { events } = open(wallet, world);
  const count = () => wallet.methods().filter((method) => method === 'eth_accounts').length;
  const before = count();
  await eventually(() => count() > before);
  await settle();
  wallet.answers.eth_accounts = accounts as Answer;
  wallet.state.accounts = [OTHER_ACCOUNT];
  wallet.emit('connect', { chainId: '0x1' });
  await settle();
  wallet.emit('connect', { chainId: '0x1' });
  expect(count()).toBe(before + 2);
  expect(brief(await events())).toEqual([
    { ...CONNECT, address: OTHER_ACCOUNT, account_switch: true, previous_address: ACCOUNT },
  ]);
});

/** Runs `run`, which opens a page, as on `host`. */
const onHost = async <T>(host: string, run: () => T): Promise<Awaited<T>> => {
  Reflect.defineProperty(globalThis, 'location', { value: { host }, configurable: true });
  try {
    return await run();
  } finally {
    Reflect.deleteProperty(globalThis, 'location');
  }
};

it('when a subdomain loads on which the wallet is not permitted: it stays in use, and no disconnect', async () => {
  const { world } = await onHost('app.example.org', () => connectedBefore());
  const stranger = createFakeWallet();

  const docs = await onHost('docs.example.org', () => open(stranger, world));
  await eventually(() => stranger.methods().includes('eth_accounts'));
  docs.tracker.track('after');
  const sent = await docs.events();
  expect(outline(sent)).toEqual(['track after']);
  expect(sent[0]?.address).toBe(ACCOUNT);
});

it('when the subdomain of the connection loads, and the wallet is not permitted any longer: one disconnect', async () => {
  const { wallet, world } = await onHost('app.example.org', () => connectedBefore());
  wallet.state.isPermitted = false;

  const { events } = await onHost('app.example.org', () => open(wallet, world));
  await eventually(() => wallet.methods().includes('eth_accounts'));
  expect(brief(await events())).toEqual([{ ...CONNECT, type: 'disconnect' }]);
});
