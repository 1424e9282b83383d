// @vitest-environment happy-dom
// Tracking is invisible to the dapp: calls, results, errors and identities stay the same, and
// everything is restored.
import { expect, it } from 'vitest';
import { createWorld } from '../../core/fakes.js';
import { unhandledDuring } from '../open-dapp.js';
import {
  accountOf,
  createFakeSolanaWallet,
  type Feature,
  type Form,
} from './fake-solana-wallet.js';
import { openSolanaDapp } from './open-solana-dapp.js';

const FORMS: readonly Form[] = ['plain', 'class', 'frozen class', 'deep frozen'];
const SIGN = 'solana:signMessage';
const input = Object.freeze({ account: accountOf('A'), message: new Uint8Array(2) });
const open = (form: Form) => openSolanaDapp({ wallet: createFakeSolanaWallet({ form }) });

it.each(FORMS)('%s: the wallet gets the same arguments, in the same tick', async (form) => {
  const { wallet } = await open(form);
  const answer = wallet.call('signMessage', input, 'more', 7);
  expect(wallet.calls).toHaveLength(1);
  expect(wallet.calls[0]?.input).toEqual([input, 'more', 7]);
  expect(wallet.calls[0]?.input[0]).toBe(input);
  const output = [{ own: true }];
  wallet.answers.signMessage = () => output;
  expect(await wallet.call('signMessage', input)).toBe(output);
  await answer;
});

it.each(FORMS)('%s: `this` is the feature, and undefined in a detached call', async (form) => {
  const { wallet } = await open(form);
  const feature = wallet.wallet.features[SIGN] as Feature;
  const method = feature.signMessage as (...given: unknown[]) => Promise<unknown>;
  await Reflect.apply(method, feature, [input]);
  await method(input);
  expect(wallet.calls.map(({ self }) => self)).toEqual([feature, undefined]);
  expect(wallet.calls[0]?.self).toBe(feature);
});

it.each(FORMS)('%s: names, keys and identities stay the same', async (form) => {
  const bare = createFakeSolanaWallet({ form });
  const { wallet } = await open(form);
  const shapeOf = ({ wallet: { features } }: typeof bare) => [
    Object.keys(features),
    Object.keys(features[SIGN] as Feature),
    (({ signMessage }) => [signMessage.name, signMessage.length])(
      features[SIGN] as unknown as { signMessage: () => void },
    ),
  ];
  expect(shapeOf(wallet)).toEqual(shapeOf(bare));
  const keysOf = (object: object) => Reflect.ownKeys(object);
  expect(keysOf(wallet.wallet)).toEqual(keysOf(bare.wallet));
  expect(wallet.wallet.features[SIGN]?.signMessage).toBe(wallet.wallet.features[SIGN]?.signMessage);
});

it.each(FORMS)('%s: everything is restored at the end', async (form) => {
  const wallet = createFakeSolanaWallet({ form });
  const prototype = Reflect.getPrototypeOf(wallet.wallet) as object;
  const descriptors = () => [
    Object.getOwnPropertyDescriptors(wallet.wallet),
    Object.getOwnPropertyDescriptors(prototype),
    Object.values(wallet.wallet.features).map((feature) =>
      Object.getOwnPropertyDescriptors(feature),
    ),
  ];
  const before = descriptors();
  const { tracker, events } = await openSolanaDapp({ wallet });
  if (form !== 'deep frozen') {
    expect(wallet.wallet.features[SIGN]?.signMessage).not.toBe(wallet.functions.signMessage);
  }
  void tracker.close();
  expect(descriptors()).toEqual(before);
  expect(wallet.wallet.features[SIGN]?.signMessage).toBe(wallet.functions.signMessage);
  expect(wallet.listenerCount()).toBe(0);
  const count = (await events()).length;
  await wallet.call('connect');
  await wallet.call('signMessage', input);
  expect(await events()).toHaveLength(count);
});

it('a class with several wallets is restored at the end', async () => {
  class Ledger {
    readonly chains = ['solana:mainnet'];
    constructor(readonly name: string) {}
    get features() {
      return { 'standard:connect': { connect: async () => ({ accounts: [] }) } };
    }
  }
  const before = Object.getOwnPropertyDescriptors(Ledger.prototype);
  const { wallet, tracker } = await open('class');
  const two = [new Ledger('One'), new Ledger('Two')];
  const register = (api: { register: (...wallets: object[]) => void }) => api.register(...two);
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
  expect(Object.getOwnPropertyDescriptors(Ledger.prototype)).not.toEqual(before);
  void tracker.close();
  expect(Object.getOwnPropertyDescriptors(Ledger.prototype)).toEqual(before);
  expect(wallet.listenerCount()).toBe(0);
});

it('a page with the SDK started twice makes one wallet call and one event', async () => {
  const world = createWorld();
  const old = await openSolanaDapp({ world });
  const current = await openSolanaDapp({ world, wallet: old.wallet });
  await old.wallet.call('signMessage', input);
  expect(old.wallet.calls).toHaveLength(1);
  expect((await current.told()).map(({ status }) => status)).toEqual(['requested', 'confirmed']);
});

it('a rejection that the dapp ignores is reported as unhandled once, a handled one never', async () => {
  const { wallet } = await open('class');
  const error = new Error('no');
  wallet.answers.signMessage = () => {
    throw error;
  };
  expect(await unhandledDuring(() => void wallet.call('signMessage', input))).toEqual([error]);
  expect(
    await unhandledDuring(() => void wallet.call('signMessage', input).catch(() => {})),
  ).toEqual([]);
});

it.each<[string, object]>([
  ['no features', { name: 'Odd', chains: ['solana:mainnet'] }],
  [
    'features that throw',
    {
      name: 'Odd',
      chains: ['solana:mainnet'],
      get features() {
        throw new Error('not yet');
      },
    },
  ],
  ['odd features', { name: 'Odd', chains: ['solana:mainnet'], features: { [SIGN]: 7 } }],
  ['no name', { chains: ['solana:mainnet'], features: {} }],
])('a wallet with %s breaks nothing', async (_, odd) => {
  const { wallet, told, faults } = await open('class');
  const register = ({ register: take }: { register: (wallet: object) => void }) => take(odd);
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: 7 }));
  await wallet.connect();
  expect((await told()).map(({ type }) => type)).toEqual(['connect']);
  expect(faults).toEqual([]);
});

it('an unreadable result is returned to the dapp unchanged', async () => {
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  const answer = { accounts: proxy };
  const wallet = createFakeSolanaWallet({ answers: { connect: () => answer } });
  await openSolanaDapp({ wallet });
  expect(await wallet.call('connect')).toBe(answer);
});
