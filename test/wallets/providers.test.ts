// Providers of any kind are tracked, look as before, and are restored at the end.
import { expect, it } from 'vitest';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { createWorld, settle } from '../core/fakes.js';
import { ACCOUNT, createFakeWallet, type FakeProvider, SIGNATURE, sign } from './fake-wallet.js';
import { brief, NAME, openDapp, outline } from './open-dapp.js';

const open = (provider: object, world = createWorld()) =>
  openDapp([eip1193(provider, NAME)], world);

const wallet = createFakeWallet();

class Classy {
  #answer = wallet.answer;
  request(call: Parameters<typeof wallet.answer>[0]) {
    return this.#answer(call);
  }
}
class Eventless extends Classy {
  on = () => {
    throw new Error('no events');
  };
}
const strict = (target: object, stable = 'request') =>
  new Proxy(target, {
    get: (object, key) => {
      if (!(key in object)) throw new TypeError(`unknown property ${String(key)}`);
      const value: unknown = Reflect.get(object, key, object);
      return typeof value === 'function' && key !== stable ? value.bind(object) : value;
    },
    set: () => false,
  });
/** A Proxy as apps write them to inspect requests: its own function passes them on. */
const passing = (target: FakeProvider, isStable: boolean) => {
  const create = () => (call: Parameters<typeof wallet.answer>[0]) => target.request(call);
  const one = create();
  return new Proxy(target, {
    get: (object, key) =>
      key === 'request' ? (isStable ? one : create()) : Reflect.get(object, key),
  });
};
const withGetter = () => {
  const request = (call: Parameters<typeof wallet.answer>[0]) => wallet.answer(call);
  return Object.defineProperty({}, 'request', { get: () => request, configurable: true });
};

it.each<[string, () => object]>([
  ['with private fields and prototype methods', () => new Classy()],
  ['whose on throws', () => new Eventless()],
  [
    'that is a Proxy and refuses unknown properties',
    () => strict({ ...createFakeWallet().provider }),
  ],
  ['that is a Proxy in front of a class', () => strict(new Classy(), '')],
  ['that is a Proxy and passes on', () => passing(createFakeWallet().provider, true)],
  [
    'that is a Proxy and passes on by a new function each time',
    () => passing(createFakeWallet().provider, false),
  ],
  ['without removeListener', () => ({ ...createFakeWallet().provider, removeListener: undefined })],
  ['that is sealed', () => Object.seal({ ...createFakeWallet().provider })],
  [
    'whose request is bound',
    () => {
      const bound = { ...createFakeWallet().provider };
      bound.request = bound.request.bind(bound);
      return bound;
    },
  ],
])('[wallets 9] a provider %s is tracked in full', async (_, make) => {
  const provider = make() as FakeProvider;
  const current = () => provider.request;
  const before = current();
  const isStable = before === current();
  const { events, faults, tracker } = open(provider);
  expect(provider.request === current()).toBe(isStable);
  await provider.request({ method: 'eth_requestAccounts' });
  expect(await provider.request(sign())).toBe(SIGNATURE);
  await settle();
  expect(outline(await events())).toEqual([
    'connect',
    'signature requested',
    'signature confirmed',
  ]);
  void tracker.close();
  expect(provider.request === before).toBe(isStable);
  expect(faults).toEqual([]);
});

it('[wallets 10] a provider that is frozen works on; its connection is recorded from its events, with one set of listeners', async () => {
  const fake = createFakeWallet();
  Object.freeze(fake.provider);
  const { events, faults, tracker } = open(fake.provider);
  expect(fake.listenerCount()).toBe(5);
  expect(await fake.provider.request(sign())).toBe(SIGNATURE);
  fake.setAccounts(ACCOUNT);
  await settle();
  fake.switchChain('0xa');
  fake.setAccounts();
  expect(brief(await events())).toEqual([
    { type: 'connect', address: ACCOUNT, chain_id: 1 },
    { type: 'chain', address: ACCOUNT, chain_id: 10, previous_chain_id: 1 },
    { type: 'disconnect', address: ACCOUNT, chain_id: 10 },
  ]);
  void tracker.close();
  expect([fake.listenerCount(), faults]).toEqual([0, []]);
});

it.each<[string, (provider: FakeProvider) => FakeProvider]>([
  [
    'answers its own function',
    (provider) => {
      const request = provider.request.bind(provider);
      return new Proxy(provider, {
        get: (object, key) => (key === 'request' ? request : Reflect.get(object, key)),
      });
    },
  ],
  [
    'says that it changed, and has not',
    (provider) => new Proxy(provider, { defineProperty: () => true, deleteProperty: () => true }),
  ],
])('[wallets 10] a Proxy that %s: the connection is read from the events', async (_, make) => {
  const fake = createFakeWallet();
  const provider = make(fake.provider);
  const { events, faults } = open(provider);
  await provider.request({ method: 'eth_requestAccounts' });
  fake.setAccounts(ACCOUNT);
  await settle();
  expect(brief(await events())).toEqual([{ type: 'connect', address: ACCOUNT, chain_id: 1 }]);
  expect(faults).toEqual([]);
});

it('[wallets 3] a provider with a getter that returns the request of the current wallet still works', async () => {
  const [first, second] = [createFakeWallet(), createFakeWallet()];
  let inUse = first;
  class Switchable {
    get request() {
      return inUse.provider.request;
    }
  }
  const provider = new Switchable();
  open(provider);
  await provider.request(sign());
  inUse = second;
  await provider.request(sign());
  expect([first.methods(), second.methods()]).toEqual([['personal_sign'], ['personal_sign']]);
});

it.each<[string, () => object]>([
  ['a getter', withGetter],
  [
    'read-only',
    () => Object.defineProperty({}, 'request', { value: wallet.answer, configurable: true }),
  ],
  ['no function', () => ({ request: 'none' })],
  ['missing', () => ({})],
])('a provider whose request is %s stays unchanged', (_, make) => {
  const provider = make();
  const before = Object.getOwnPropertyDescriptors(provider);
  const { faults } = open(provider);
  expect(Object.getOwnPropertyDescriptors(provider)).toEqual(before);
  expect(faults).toEqual([]);
});

it('[wallets 11] a provider keeps its keys, and request its name and length', () => {
  const own = { request: async function ask(_call: unknown, _expiry: unknown) {}, on: () => {} };
  const inherited = new Classy();
  for (const provider of [own, inherited]) {
    const { name, length } = provider.request;
    const keys = Object.keys(provider);
    open(provider);
    expect([provider.request.name, provider.request.length]).toEqual([name, length]);
    expect(Object.keys(provider)).toEqual(keys);
  }
});

it.each<[string, () => object]>([
  ['own', () => createFakeWallet().provider],
  ['inherited', () => new Classy()],
  ['hidden', () => Object.defineProperty({}, 'request', { value: wallet.answer, writable: true })],
])('[wallets 12] a provider is restored at the end, when its request was %s', async (_, make) => {
  const provider = make() as FakeProvider;
  const before = Object.getOwnPropertyDescriptors(provider);
  const { tracker } = open(provider);
  expect(Object.getOwnPropertyDescriptors(provider)).not.toEqual(before);
  void tracker.close();
  expect(Object.getOwnPropertyDescriptors(provider)).toEqual(before);
});

it('[wallets 12] a provider that has only off to remove listeners has none left at the end', () => {
  const { provider, listenerCount } = createFakeWallet();
  const { on, removeListener: off, request } = provider;
  const { tracker } = open({ request, on, off });
  expect(listenerCount()).toBe(5);
  void tracker.close();
  expect(listenerCount()).toBe(0);
});

it('a provider that accepts delete without deleting, as MetaMask, still works', async () => {
  const plain = createFakeWallet().provider;
  const inpage = new Proxy(Object.create(plain) as FakeProvider, { deleteProperty: () => true });
  const before = inpage.request;
  const { tracker } = open(inpage);
  expect(inpage.request).not.toBe(before);
  void tracker.close();
  expect(inpage.request).toBe(before);
  expect(await inpage.request(sign())).toBe(SIGNATURE);
});
