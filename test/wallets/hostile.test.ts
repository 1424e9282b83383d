// Malicious or merely odd wallets: the dapp gets whatever they answer, and the SDK adds no errors.
import { expect, it } from 'vitest';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { viem } from '../../src/wallets/viem.js';
import { ACCOUNT, createFakeWallet, type Request, sign } from './fake-wallet.js';
import { NAME, openDapp, outline, unhandledDuring } from './open-dapp.js';

const open = (provider: object) => openDapp([eip1193(provider, NAME)]);

const throwing = (what: string) => () => {
  throw new Error(what);
};

/** An object that throws on every access. */
const hidden = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

const withThen = (then: (...input: never[]) => unknown, more: object = {}): object =>
  Object.fromEntries([...Object.entries(more), ['then', then]]);

class Cancellable extends Promise<string> {
  cancel = () => 'cancelled';
}

/** What libraries return in place of a promise. */
const ODD_ANSWERS: [string, () => object][] = [
  [
    'an emitter with a then, as web3',
    () => withThen((done: (value: string) => void) => done('0x1'), { on: () => 'listening' }),
  ],
  ['a promise with more than a promise has', () => Cancellable.resolve('0x1')],
  ['a promise that was given more', () => Object.assign(Promise.resolve('0x1'), { hash: '0x2' })],
  ['a then that throws', () => withThen(throwing('no then'))],
  ['a then that answers nothing', () => withThen(() => undefined)],
  ['a revoked Proxy', hidden],
];

it.each(ODD_ANSWERS)("[wallets 4] returns the wallet's own answer: %s", (_, make) => {
  const answer = make();
  const provider = { request: () => answer };
  const { faults } = open(provider);
  const got: unknown = Reflect.apply(provider.request, provider, [sign()]);
  expect(got === answer).toBe(true);
  expect(faults).toEqual([]);
});

it('[wallets 34] a rejection by an odd answer reaches the dapp and is recorded', async () => {
  const fault = Object.assign(new Error('no'), { code: 4001 });
  const provider = {
    request: () => withThen((_: unknown, fail: (error: unknown) => void) => fail(fault)),
  };
  const { events } = open(provider);
  await expect(Reflect.apply(provider.request, provider, [sign()])).rejects.toBe(fault);
  expect(outline(await events())).toEqual(['signature requested', 'signature rejected']);
});

it('[wallets 9] a failure to add listeners later causes no unhandled rejection', async () => {
  const wallet = createFakeWallet();
  const refuse = async () => {
    throw new Error('no listeners');
  };
  const provider = { ...wallet.provider, on: refuse, removeListener: refuse };
  const unhandled = await unhandledDuring(() => {
    const { tracker } = open(provider);
    void tracker.close();
  });
  expect(unhandled).toEqual([]);
});

/** An object that cannot be converted to a string. */
const wordless = () => Object.create(null) as object;

/** Requests of a dapp that no wallet understands, or only some. */
const ODD_CALLS: [string, () => unknown][] = [
  ['a revoked Proxy', hidden],
  ['getters that throw', () => Object.defineProperty({}, 'method', { get: throwing('no method') })],
  [
    'params that throw',
    () => ({ method: 'personal_sign', params: new Proxy([], { get: throwing('no params') }) }),
  ],
  [
    'typed data in a circle',
    () => {
      const circle: Record<string, unknown> = {};
      circle.self = circle;
      return { method: 'eth_signTypedData_v4', params: ['0x', circle] };
    },
  ],
  ['params that are no list', () => ({ method: 'eth_sendTransaction', params: { from: 5n } })],
  ['symbols', () => ({ method: 'personal_sign', params: [Symbol('a'), Symbol('b')] })],
  [
    'a transaction of symbols',
    () => ({ method: 'eth_sendTransaction', params: [{ value: Symbol('v') }] }),
  ],
];

/** Messages that cannot be converted to text. */
const UNWRITABLE: [string, () => Request][] = [
  ['a message without words', () => ({ method: 'personal_sign', params: [wordless(), ACCOUNT] })],
  ['a list of symbols', () => ({ method: 'personal_sign', params: [[Symbol('a')], ACCOUNT] })],
  [
    'typed data of a module',
    () => ({ method: 'eth_signTypedData_v4', params: [ACCOUNT, wordless()] }),
  ],
];

const createListener = () => {
  const heard: unknown[] = [];
  const request = async (...input: unknown[]) => {
    heard.push(...input);
    return 'answered';
  };
  return { heard, provider: { request } };
};

it.each([...ODD_CALLS, ...UNWRITABLE])(
  '[wallets 6] a call with %s gets the wallet’s answer',
  async (_, make) => {
    const call = make();
    const { heard, provider } = createListener();
    const { faults } = open(provider);
    expect(await Reflect.apply(provider.request, provider, [call])).toBe('answered');
    expect(heard.length === 1 && heard[0] === call).toBe(true);
    expect(faults).toEqual([]);
  },
);

it.each<[string, () => unknown]>([
  ...ODD_CALLS,
  ...UNWRITABLE,
  ['hidden calls', () => ({ method: 'wallet_sendCalls', params: [{ calls: hidden() }] })],
])(
  '[wallets 1] [wallets 6] a call with %s reaches the wallet in the same tick, through a library and beside a pending action',
  (_, make) => {
    const { heard, provider } = createListener();
    const client = { request: (call: unknown) => Reflect.apply(provider.request, null, [call]) };
    openDapp([viem(client), eip1193(provider, NAME)]);
    const call = make();
    void client.request(sign());
    void client.request(call);
    void Reflect.apply(provider.request, provider, [call]);
    expect(heard.slice(1).map((each) => each === call)).toEqual([true, true]);
  },
);

it.each(UNWRITABLE)('[wallets 32] records the signature of %s', async (_, make) => {
  const { provider } = createListener();
  const { events, faults } = open(provider);
  await Reflect.apply(provider.request, provider, [make()]);
  expect(outline(await events())).toEqual(['signature requested', 'signature confirmed']);
  expect(faults).toEqual([]);
});

it.each<[string, () => unknown]>([
  ['a revoked Proxy', hidden],
  ['nothing', () => undefined],
  ['a text', () => 'denied'],
  [
    'a circle of causes',
    () => {
      const error = new Error('round');
      error.cause = error;
      return error;
    },
  ],
])('[wallets 4] a wallet that throws %s throws just that', async (_, make) => {
  const thrown = make();
  const provider = { request: () => Promise.reject(thrown) };
  const { events, faults } = open(provider);
  const caught = await provider.request().catch((error: unknown) => ({ error }));
  expect(Reflect.get(caught, 'error') === thrown).toBe(true);
  const signed = await Reflect.apply(provider.request, provider, [sign()]).catch(
    (error: unknown) => ({ error }),
  );
  expect(Reflect.get(signed, 'error') === thrown).toBe(true);
  expect(outline(await events())).toEqual(['signature requested', 'signature failed']);
  expect(faults).toEqual([]);
});

it.each<[string, () => unknown]>([
  ['accountsChanged', () => undefined],
  ['accountsChanged', () => [null, 5, {}]],
  ['chainChanged', () => 'everywhere'],
  ['connect', () => null],
])('[wallets 9] an odd %s (%s) causes no fault and no event', async (name, make) => {
  const wallet = createFakeWallet();
  const { events, faults } = open(wallet.provider);
  expect(() => wallet.emit(name, make())).not.toThrow();
  expect(await events()).toEqual([]);
  expect(faults).toEqual([]);
});
