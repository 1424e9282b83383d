// The requests of a dapp and their results are exactly what they would be without us.
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { createWorld } from '../core/fakes.js';
import { createFakeWallet, rpcError, SIGNATURE, sign } from './fake-wallet.js';
import { NAME, openDapp, outline, unhandledDuring } from './open-dapp.js';

const open = (provider: object, world = createWorld()) =>
  openDapp([eip1193(provider, NAME)], world);

it('[wallets 1] a call reaches the wallet in the same tick', () => {
  const wallet = createFakeWallet();
  open(wallet.provider);
  void wallet.provider.request(sign());
  expect(wallet.methods()).toEqual(['personal_sign']);
});

it('[wallets 2] [wallets 3] a call passes on the same argument object, all further arguments, and the provider as this', async () => {
  const wallet = createFakeWallet();
  open(wallet.provider);
  const request = sign();
  await wallet.provider.request(request, 300, 'more');
  const [call] = wallet.calls;
  expect(call?.input).toEqual([sign(), 300, 'more']);
  expect(call?.input[0]).toBe(request);
  expect(call?.self).toBe(wallet.provider);
});

it('[wallets 3] a detached call behaves as without us', async () => {
  const provider = {
    name: 'me',
    async request(this: { name: string } | undefined) {
      return this?.name;
    },
  };
  open(provider);
  const { request } = provider;
  expect(await Reflect.apply(request, undefined, [sign()])).toBeUndefined();
  expect(await Reflect.apply(request, { name: 'other' }, [sign()])).toBe('other');
});

it("[wallets 4] a call returns the wallet's own result and error", async () => {
  const result = Object.freeze({ signature: SIGNATURE });
  const error = rpcError(4001);
  const wallet = createFakeWallet({
    personal_sign: () => result,
    eth_sign: () => {
      throw error;
    },
  });
  open(wallet.provider);
  expect(await wallet.provider.request(sign())).toBe(result);
  const caught = await wallet.provider.request({ method: 'eth_sign' }).catch((cause) => cause);
  expect(caught).toBe(error);
});

it('[wallets 5] a call throws synchronously if the wallet does', async () => {
  const error = rpcError(4100);
  const provider = {
    request: () => {
      throw error;
    },
  };
  const { events } = open(provider);
  expect(() => Reflect.apply(provider.request, provider, [sign()])).toThrow(error);
  expect(outline(await events())).toEqual(['signature requested', 'signature failed']);
});

it.each([
  [[]],
  [[null]],
  [['personal_sign']],
  [[{}]],
  [[{ method: 7 }]],
  [[{ method: 'personal_sign' }]],
])("[wallets 6] a call with the odd arguments %j gets the wallet's answer", async (input) => {
  const complaint = rpcError(-32600);
  const provider = {
    request: async () => {
      throw complaint;
    },
  };
  const { faults } = open(provider);
  const caught = await Reflect.apply(provider.request, provider, input).catch(
    (cause: unknown) => cause,
  );
  expect(caught).toBe(complaint);
  expect(faults).toEqual([]);
});

it('[wallets 4] a call that is not tracked returns the very promise of the wallet', () => {
  const promise = Promise.resolve('0x1');
  const provider = { request: (_: { method: string }) => promise };
  open(provider);
  expect(provider.request({ method: 'eth_blockNumber' })).toBe(promise);
});

it('[wallets 7] a call whose rejection the dapp ignores is reported as unhandled once, and not at all if it is handled', async () => {
  const error = rpcError(4001);
  const wallet = createFakeWallet({
    personal_sign: () => {
      throw error;
    },
  });
  open(wallet.provider);
  expect(await unhandledDuring(() => void wallet.provider.request(sign()))).toEqual([error]);
  const handled = await unhandledDuring(
    () => void wallet.provider.request(sign()).catch(() => 'handled'),
  );
  expect(handled).toEqual([]);
});

it('[wallets 7] so is a call to a wallet of another realm, whose promises are of another class', async () => {
  const error = rpcError(4001);
  const reject = runInNewContext('(error) => Promise.reject(error)') as (error: Error) => unknown;
  const provider = { request: (_: object) => reject(error) };
  const { events } = open(provider);
  expect(await unhandledDuring(() => void provider.request(sign()))).toEqual([error]);
  expect(outline(await events())).toEqual(['signature requested', 'signature rejected']);
});

/** As zone.js of Angular replaces the browser's Promise: with a class and keys of its own. */
class ZoneAwarePromise {
  readonly __zone_symbol__state = null;
  readonly __zone_symbol__value: unknown[] = [];
  readonly #inner: Promise<unknown>;
  constructor(inner: Promise<unknown>) {
    this.#inner = inner;
  }
  // biome-ignore lint/suspicious/noThenProperty: it is a promise.
  then(...handlers: Parameters<Promise<unknown>['then']>) {
    return new ZoneAwarePromise(this.#inner.then(...handlers));
  }
}

it("[wallets 7] a call in Angular's zone whose rejection the dapp ignores is reported as unhandled once", async () => {
  const error = rpcError(4001);
  const native = globalThis.Promise;
  const provider = { request: (_: object) => new ZoneAwarePromise(native.reject(error)) };
  const { events } = open(provider);
  const askInZone = () => {
    Object.assign(globalThis, { Promise: ZoneAwarePromise });
    try {
      return Reflect.apply(provider.request, provider, [sign()]) as ZoneAwarePromise;
    } finally {
      globalThis.Promise = native;
    }
  };
  expect(await unhandledDuring(() => void askInZone())).toEqual([error]);
  const handled = await unhandledDuring(() => void askInZone().then(undefined, () => 'handled'));
  expect(handled).toEqual([]);
  expect(outline(await events())).toEqual([
    'signature requested',
    'signature rejected',
    'signature requested',
    'signature rejected',
  ]);
});

it("[wallets 8] a call does not wait for requests of our own when the wallet's eth_chainId and eth_accounts hang", async () => {
  const hang = () => new Promise(() => {});
  const wallet = createFakeWallet({ eth_chainId: hang, eth_accounts: hang });
  const { events, tracker } = open(wallet.provider);
  await wallet.connect();
  expect(await wallet.provider.request(sign())).toBe(SIGNATURE);
  void tracker.close();
  expect(outline(await events())).toEqual([
    'connect',
    'signature requested',
    'signature confirmed',
  ]);
});
