// @vitest-environment happy-dom
// Solana wallets are discovered, connected, switched and disconnected.
import { expect, it } from 'vitest';
import { eip6963 } from '../../../src/wallets/eip6963.js';
import { createWorld, settle } from '../../core/fakes.js';
import { createFakeWallet } from '../fake-wallet.js';
import {
  ACCOUNT,
  accountOf,
  createFakeSolanaWallet,
  type Form,
  OTHER_ACCOUNT,
} from './fake-solana-wallet.js';
import { openSolanaDapp, plain } from './open-solana-dapp.js';

const MAINNET = 'solana:mainnet';
const CONNECT = { type: 'connect', address: ACCOUNT, chain_id: MAINNET };
const DISCONNECT = { type: 'disconnect', address: ACCOUNT, chain_id: MAINNET };

it('a wallet is detected once a session, however often it registers', async () => {
  const world = createWorld();
  const first = await openSolanaDapp({ world });
  first.wallet.register();
  await settle();
  expect(await first.events()).toEqual([
    { type: 'detect', event: null, address: null, provider_name: 'Ghost' },
  ]);
  void first.tracker.close();
  const second = await openSolanaDapp({ world, wallet: first.wallet });
  expect(await second.events()).toEqual([]);
});

it('a wallet that registers late is detected, too, but not one of another chain', async () => {
  const { events } = await openSolanaDapp();
  createFakeSolanaWallet({ name: 'Late' }).register();
  createFakeSolanaWallet({ name: 'Sui', chains: ['sui:mainnet'] }).register();
  await settle();
  expect((await events()).map(({ provider_name }) => provider_name)).toEqual(['Ghost', 'Late']);
});

it('a wallet that is also announced for EVM is detected once', async () => {
  const { provider } = createFakeWallet();
  const info = { uuid: '1', name: 'Ghost', rdns: 'app.ghost', icon: 'data:,' };
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }),
    );
  window.addEventListener('eip6963:requestProvider', announce, { once: true });
  const { events } = await openSolanaDapp({ plugins: [eip6963()] });
  expect((await events()).map(({ type, rdns }) => [type, rdns])).toEqual([['detect', 'app.ghost']]);
});

it.each<Form>(['plain', 'class', 'frozen class'])(
  'a %s: the user connects, and the app disconnects',
  async (form) => {
    const { wallet, told } = await openSolanaDapp({ wallet: createFakeSolanaWallet({ form }) });
    await wallet.connect();
    await wallet.call('disconnect');
    expect(await told()).toEqual([CONNECT, DISCONNECT]);
  },
);

it('a deeply frozen wallet stays unchanged, and is tracked by its events', async () => {
  const { wallet, told, faults } = await openSolanaDapp({
    wallet: createFakeSolanaWallet({ form: 'deep frozen' }),
  });
  await wallet.connect();
  wallet.change({ accounts: wallet.state.accounts });
  wallet.change({ accounts: [] });
  expect(await told()).toEqual([CONNECT, DISCONNECT]);
  expect(faults).toEqual([]);
});

it("the wallet's own events in addition to the result of the call record no second connect", async () => {
  const wallet = createFakeSolanaWallet();
  wallet.answers.connect = () => {
    wallet.state.accounts = wallet.state.granted;
    wallet.change({ accounts: wallet.state.accounts });
    return { accounts: wallet.state.accounts };
  };
  const { told } = await openSolanaDapp({ wallet });
  await wallet.connect();
  wallet.change({ accounts: wallet.state.accounts });
  expect(await told()).toEqual([CONNECT]);
});

it.each([
  ['a code', Object.assign(new Error('no'), { code: 4001 }), 4001],
  ["the Wallet Standard's code", Object.assign(new Error('no'), { code: 4001000 }), 4001000],
  ['words alone', new Error('User rejected the request.'), undefined],
])('a refusal by %s is recorded', async (_, error, code) => {
  const connect = () => {
    throw error;
  };
  const { wallet, told } = await openSolanaDapp({
    wallet: createFakeSolanaWallet({ answers: { connect } }),
  });
  await expect(wallet.call('connect')).rejects.toBe(error);
  expect(await told()).toEqual([
    {
      type: 'track',
      event: 'wallet_connect_rejected',
      address: null,
      ...(code && { error_code: code }),
    },
  ]);
});

it('another account of the wallet is a switch, and an empty list a disconnect', async () => {
  const { wallet, told } = await openSolanaDapp();
  await wallet.connect();
  wallet.change({ accounts: [accountOf(OTHER_ACCOUNT)] });
  wallet.change({ accounts: [] });
  const switched = { account_switch: true, previous_address: ACCOUNT };
  expect(await told()).toEqual([
    CONNECT,
    { ...CONNECT, address: OTHER_ACCOUNT, ...switched },
    { ...DISCONNECT, address: OTHER_ACCOUNT },
  ]);
});

it('accounts on other chains are ignored', async () => {
  const { wallet, told } = await openSolanaDapp();
  wallet.state.granted = [accountOf('0xabc', ['eip155:1']), accountOf(ACCOUNT)];
  await wallet.connect();
  expect(await told()).toEqual([CONNECT]);
});

it('a wallet that the app reconnects silently after a reload is not recorded again', async () => {
  const world = createWorld();
  const first = await openSolanaDapp({ world });
  await first.wallet.connect();
  expect(await first.told()).toEqual([CONNECT]);
  void first.tracker.close();

  const wallet = createFakeSolanaWallet();
  const { told, tracker } = await openSolanaDapp({ world, wallet });
  await wallet.call('connect', { silent: true });
  tracker.page();
  await wallet.call('disconnect');
  expect(await told()).toMatchObject([{ type: 'page', address: ACCOUNT }, DISCONNECT]);
});

it('a wallet that was already connected is recorded once', async () => {
  const { wallet, told } = await openSolanaDapp();
  await wallet.call('connect', { silent: true });
  await wallet.call('connect', { silent: true });
  expect(await told()).toEqual([CONNECT]);
});

it.each([
  [{}, ['solana:devnet', 'solana:testnet'], 'solana:devnet'],
  [{}, ['solana:devnet', MAINNET], MAINNET],
  [{ chain: 'solana:devnet' }, [MAINNET, 'solana:devnet'], 'solana:devnet'],
])('with %j and a wallet on %j the chain is %s', async (options, chains, chain) => {
  const wallet = createFakeSolanaWallet({ chains });
  const { told } = await openSolanaDapp({ ...options, wallet });
  await wallet.connect();
  expect(await told()).toEqual([{ ...CONNECT, chain_id: chain }]);
});

it('two wallets: each event belongs to the one that acts', async () => {
  const { wallet, tracker, events } = await openSolanaDapp();
  const other = createFakeSolanaWallet({ name: 'Other' });
  other.register();
  other.state.granted = [accountOf(OTHER_ACCOUNT)];
  await wallet.connect();
  await other.connect();
  await wallet.call('signMessage', { account: accountOf(ACCOUNT), message: new Uint8Array(1) });
  tracker.track('swapped');
  other.change({ accounts: [] });
  const all = (await events()).filter(({ type }) => type !== 'detect');
  expect(all.map(({ type, provider_name }) => `${type} ${provider_name}`)).toEqual([
    'connect Ghost',
    'connect Other',
    'signature Ghost',
    'signature Ghost',
    'track undefined',
    'disconnect Other',
  ]);
  expect(all.find(({ type }) => type === 'track')?.address).toBe(ACCOUNT);
  expect(plain(all).at(-1)).toEqual({ ...DISCONNECT, address: OTHER_ACCOUNT });
});
