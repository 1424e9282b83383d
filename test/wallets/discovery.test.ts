// @vitest-environment happy-dom
// Discovery of wallets: announced or injected, early or late, each is detected once a session and
// tracked.
import { afterEach, expect, it } from 'vitest';
import type { Tracker } from '../../src/core/tracker-types.js';
import { eip6963 } from '../../src/wallets/eip6963.js';
import { createWorld, settle, type World } from '../core/fakes.js';
import { eventually } from '../support/eventually.js';
import { ACCOUNT, createFakeWallet, OTHER_ACCOUNT, sign } from './fake-wallet.js';
import { openDapp, outline } from './open-dapp.js';

const trackers: Tracker[] = [];
const stops: (() => void)[] = [];

afterEach(() => {
  for (const tracker of trackers.splice(0)) void tracker.close();
  for (const stop of stops.splice(0)) stop();
  inject(undefined);
});

const inject = (provider: object | undefined) => {
  (window as { ethereum?: unknown }).ethereum = provider;
};

const open = (world: World = createWorld()) => {
  const dapp = openDapp([eip6963()], world);
  trackers.push(dapp.tracker);
  return dapp;
};

/**
 * A wallet that announces itself now and on request; returns a function that announces it again.
 */
const announce = (provider: object, info: object) => {
  const tell = () => {
    const detail = Object.freeze({
      info: { uuid: crypto.randomUUID(), icon: '', ...info },
      provider,
    });
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  };
  window.addEventListener('eip6963:requestProvider', tell);
  stops.push(() => window.removeEventListener('eip6963:requestProvider', tell));
  tell();
  return tell;
};

const ONE = { name: 'Wallet One', rdns: 'com.one' };
const TWO = { name: 'Wallet Two', rdns: 'com.two' };

const detected = (rdns: string | undefined, name: string) => ({
  type: 'detect',
  event: null,
  address: null,
  ...(rdns && { rdns }),
  provider_name: name,
});

it('[wallets 17] several announced wallets: one detect for each rdns, whatever the number of announcements', async () => {
  const world = createWorld();
  const again = announce(createFakeWallet().provider, ONE);
  announce(createFakeWallet().provider, ONE);
  announce(createFakeWallet().provider, { ...ONE, name: 'Wallet One, once more' });
  announce(createFakeWallet().provider, { ...TWO, name: ONE.name });
  const first = open(world);
  again();
  expect(await first.events()).toEqual([
    detected('com.one', 'Wallet One'),
    detected('com.two', 'Wallet One'),
  ]);
  await first.tracker.close();
  expect(await open(world).events()).toEqual([]);
  await world.clock.turn(31 * 60_000);
  expect(outline(await open(world).events())).toEqual(['detect', 'detect']);
});

it('[wallets 18] a wallet that is announced late: detected and tracked', async () => {
  const wallet = createFakeWallet();
  const { events } = open();
  announce(wallet.provider, ONE);
  await wallet.connect();
  await wallet.provider.request(sign());
  expect((await events()).map(({ type, rdns }) => [type, rdns])).toEqual([
    ['detect', 'com.one'],
    ['connect', 'com.one'],
    ['signature', 'com.one'],
    ['signature', 'com.one'],
  ]);
});

it('[wallets 18] a wallet that is injected late with an event: detected and tracked', async () => {
  const wallet = createFakeWallet();
  const { events } = open();
  inject(Object.assign(wallet.provider, { isMetaMask: true }));
  window.dispatchEvent(new Event('ethereum#initialized'));
  await wallet.connect();
  expect((await events()).map(({ type, rdns }) => [type, rdns])).toEqual([
    ['detect', 'io.metamask'],
    ['connect', 'io.metamask'],
  ]);
});

it.each([0, 1_200])(
  '[wallets 18] a wallet that is injected late without an event: detected (after %i ms)',
  async (afterMs) => {
    const { events } = open();
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    inject(createFakeWallet().provider);
    await eventually(async () => (await events()).length === 1);
    expect(await events()).toEqual([detected(undefined, 'Injected')]);
  },
);

it.each([
  [{ isMetaMask: true, isRabby: true }, 'io.rabby'],
  [{ isBraveWallet: true, isMetaMask: true }, 'com.brave.wallet'],
  [{ isMetaMask: true, isCoinbaseWallet: true }, 'com.coinbase.wallet'],
  [{ isMetaMask: true, isPhantom: true }, 'app.phantom'],
  [{ isMetaMask: true, isOkxWallet: true }, 'com.okex.wallet'],
  [{ isMetaMask: true, isTrust: true }, 'com.trustwallet.app'],
  [{ isMetaMask: true, isBitKeep: true }, 'com.bitget.web3'],
  [{ isMetaMask: true, isBinance: true }, 'com.binance.wallet'],
  [{ isMetaMask: true, isTokenPocket: true }, 'pro.tokenpocket'],
  [{ isMetaMask: true }, 'io.metamask'],
  [{ isMetaMask: 'yes' }, undefined],
])('[wallets 19] the flags %o: the most specific wins', async (flags, rdns) => {
  inject(Object.assign(createFakeWallet().provider, flags));
  expect((await open().events()).map((event) => event.rdns)).toEqual([rdns]);
});

it('[wallets 20] window.ethereum.providers: each is tracked', async () => {
  const [metamask, coinbase] = [createFakeWallet(), createFakeWallet()];
  const providers = [
    Object.assign(metamask.provider, { isMetaMask: true }),
    Object.assign(coinbase.provider, { isCoinbaseWallet: true }),
  ];
  inject({ ...createFakeWallet().provider, providers });
  const { events } = open();
  await metamask.connect();
  await coinbase.connect();
  expect((await events()).map(({ type, rdns }) => [type, rdns])).toEqual([
    ['detect', 'io.metamask'],
    ['detect', 'com.coinbase.wallet'],
    ['connect', 'io.metamask'],
    ['connect', 'com.coinbase.wallet'],
  ]);
});

it('[wallets 20] window.ethereum.providers that is empty: the wallet itself is tracked', async () => {
  inject({ ...createFakeWallet().provider, providers: [] } as never);
  expect(await open().events()).toMatchObject([{ type: 'detect' }]);
});

it.each<[string, (provider: object) => object]>([
  ['the same object', (provider) => provider],
  ['a Proxy of it', (provider) => new Proxy(provider, {})],
  [
    'another object that passes calls on',
    (provider) => ({
      request: (...input: unknown[]) =>
        Reflect.apply(Reflect.get(provider, 'request'), provider, input),
    }),
  ],
])('a wallet that is announced and injected as %s: one wallet', async (_, wrap) => {
  const wallet = createFakeWallet();
  announce(wallet.provider, ONE);
  const injected = wrap(wallet.provider) as typeof wallet.provider;
  inject(injected);
  const { events } = open();
  await injected.request({ method: 'eth_requestAccounts' });
  await settle();
  await injected.request(sign());
  wallet.setAccounts();
  expect((await events()).map(({ type, rdns }) => `${type} ${rdns}`)).toEqual([
    'detect com.one',
    'connect com.one',
    'signature com.one',
    'signature com.one',
    'disconnect com.one',
  ]);
});

it('one of several announced wallets is injected as a Proxy without a name: it is not another wallet', async () => {
  const wallet = createFakeWallet();
  announce(wallet.provider, ONE);
  announce(createFakeWallet().provider, TWO);
  const { events } = open();
  const injected = new Proxy(wallet.provider, {});
  inject(injected);
  window.dispatchEvent(new Event('ethereum#initialized'));
  await injected.request({ method: 'eth_requestAccounts' });
  await settle();
  expect((await events()).map(({ type, rdns }) => `${type} ${rdns}`)).toEqual([
    'detect com.one',
    'detect com.two',
    'connect com.one',
  ]);
});

it('a wallet that is injected first and announced later: gets the announced name', async () => {
  const wallet = createFakeWallet();
  inject(wallet.provider);
  const { events } = open();
  announce(wallet.provider, ONE);
  await wallet.connect();
  expect((await events()).map(({ type, rdns }) => [type, rdns])).toEqual([
    ['detect', undefined],
    ['connect', 'com.one'],
  ]);
});

it.each([
  [undefined],
  [{}],
  [{ info: ONE }],
  [{ info: ONE, provider: 'text' }],
  [{ info: null, provider: null }],
])('the odd announcement %j: nothing happens', async (detail) => {
  const { events, faults } = open();
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  window.dispatchEvent(new Event('eip6963:announceProvider'));
  expect([await events(), faults]).toEqual([[], []]);
});

it('of two connected wallets none gets requests while another one is in use', async () => {
  const world = createWorld();
  const [used, idle] = [createFakeWallet(), createFakeWallet()];
  used.state.isPermitted = idle.state.isPermitted = true;
  announce(used.provider, ONE);
  const first = open(world);
  await used.connect();
  await first.events();
  await first.tracker.close();

  announce(idle.provider, TWO);
  const { events, tracker } = open(world);
  const asked = used.methods().length;
  await eventually(() => used.methods().length > asked);
  tracker.track('after');
  const [, after] = await events();
  expect(after?.address).toBe(ACCOUNT);
  expect(idle.methods()).toEqual([]);
});

it('when the tracker closes, nothing of it is left on the page', async () => {
  const wallet = createFakeWallet();
  const before = Object.getOwnPropertyDescriptors(wallet.provider);
  const { tracker, events } = open();
  announce(wallet.provider, ONE);
  await events();
  void tracker.close();
  expect(Object.getOwnPropertyDescriptors(wallet.provider)).toEqual(before);
  announce(createFakeWallet().provider, TWO);
  inject(createFakeWallet().provider);
  window.dispatchEvent(new Event('ethereum#initialized'));
  expect(outline(await events())).toEqual(['detect']);
});

it('[wallets 25] [wallets 27] [wallets 29] a wallet that is named only after it was connected: the same connection', async () => {
  const wallet = createFakeWallet();
  inject(wallet.provider);
  const { events, tracker } = open();
  await wallet.connect();
  announce(wallet.provider, ONE);
  wallet.switchChain('0xa');
  wallet.setAccounts(OTHER_ACCOUNT);
  wallet.setAccounts();
  tracker.track('after');
  const sent = (await events()).filter(({ type }) => type !== 'detect');
  expect(sent.map(({ type, address, provider_name: name }) => [type, address, name])).toEqual([
    ['connect', ACCOUNT, 'Injected'],
    ['chain', ACCOUNT, 'Wallet One'],
    ['connect', OTHER_ACCOUNT, 'Wallet One'],
    ['disconnect', OTHER_ACCOUNT, 'Wallet One'],
    ['track', null, undefined],
  ]);
});
