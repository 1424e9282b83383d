// Hooks one Wallet Standard wallet: the functions of its features, and its `change` events.

import { attempt } from '../core/attempt.js';
import type { CreateHook } from './hook-provider.js';
import { isObject, read } from './provider.js';
import { readAddresses, readChain } from './read-solana.js';
import type { SolanaOptions } from './solana-options.js';
import { type Begin, type BeginCall, passOn, watchCalls } from './watch-call.js';
import { type Method, wrapMethod } from './wrap-method.js';

const CONNECT = 'standard:connect';
const DISCONNECT = 'standard:disconnect';

/** Each has one function, named as the feature is after its colon. */
const FEATURES = [
  CONNECT,
  DISCONNECT,
  'solana:signMessage',
  'solana:signIn',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
  'solana:signAndSendAllTransactions',
];
const functionOf = (feature: string) => feature.split(':')[1] as string;

/** Tells of a call in the words of EIP-1193, as far as those have one for it. */
const beginAt =
  (feature: string, onCall: Begin): BeginCall =>
  (input) => {
    if (feature !== CONNECT) {
      return onCall(feature === DISCONNECT ? 'wallet_disconnect' : feature, input);
    }
    // In silence it is the same as to ask who is connected.
    const settle = onCall(read(input[0], 'silent') ? 'eth_accounts' : 'wallet_connect', []);
    return settle && ((value, isError) => settle(isError ? value : readAddresses(value), isError));
  };

/** Where in its chain of prototypes an object has a property, and how. */
const findPlace = (object: object, key: string) => {
  for (let owner: object | null = object; owner; owner = Reflect.getPrototypeOf(owner)) {
    const place = Reflect.getOwnPropertyDescriptor(owner, key);
    if (place) return { owner, place };
  }
  return undefined;
};

/**
 * Has `see` told of the features each time that someone reads them, where a getter may make them anew:
 * a frozen wallet's getter is its class's, which is not frozen.
 */
const watchFeatures = (wallet: object, see: (features: unknown) => void) => {
  const { owner, place } = findPlace(wallet, 'features') ?? {};
  if (!owner || !place?.get) return undefined;
  const get = new Proxy(place.get, {
    apply: (target, self, input) => {
      const features: unknown = Reflect.apply(target, self, input);
      // Other wallets may be of the same class.
      if (self === wallet) see(features);
      return features;
    },
  });
  if (!Reflect.defineProperty(owner, 'features', { ...place, get })) return undefined;
  return () => {
    if (Reflect.getOwnPropertyDescriptor(owner, 'features')?.get === get) {
      Reflect.defineProperty(owner, 'features', place);
    }
  };
};

/** The feature `standard:events`. */
interface ChangeEvents {
  on(event: 'change', hear: (change: unknown) => void): () => void;
}

/** Options as of `solana()`. */
export const createSolanaHook =
  ({ chain, connection }: SolanaOptions): CreateHook =>
  ({ provider: wallet, createOnCall, onEvent }) => {
    const onCall = createOnCall();
    /** By the function in its place: the same wrapper wherever a getter puts that function next. */
    const wrappers = new WeakMap<Method, Method>();
    /** By the wrapper. */
    const undos = new WeakMap<Method, () => void>();
    const stops: (() => void)[] = [];

    const readMethod = (features: unknown, feature: string) =>
      read(read(features, feature), functionOf(feature)) as Method;

    const wrap = (features: unknown, feature: string) => {
      const place = read(features, feature);
      if (!isObject(place) || undos.has(readMethod(features, feature))) return;
      let wrapper: Method | undefined;
      const undo = wrapMethod(place, functionOf(feature), (method) => {
        wrapper = wrappers.get(method) ?? watchCalls(method, () => beginAt(feature, onCall));
        wrappers.set(method, wrapper);
        return wrapper;
      });
      if (undo && wrapper) undos.set(wrapper, undo);
    };
    const see = (features: unknown) => {
      for (const feature of FEATURES) attempt(() => wrap(features, feature));
    };
    const listen = (features: unknown) => {
      const events = read(features, 'standard:events') as ChangeEvents;
      const hear = (change: unknown) => {
        // Where they are no getter's, nothing else tells of others in their place.
        see(read(change, 'features'));
        const addresses = readAddresses(change);
        if (addresses) onEvent('accountsChanged', addresses);
      };
      return events.on('change', hear);
    };
    /** What a wallet refuses is left out. */
    const install = (hook: () => (() => void) | undefined) => {
      const undo = attempt(hook);
      if (undo) stops.push(undo);
    };

    return {
      start: () => {
        install(() => watchFeatures(wallet, see));
        const features = read(wallet, 'features');
        see(features);
        install(() => listen(features));
        const connect = readMethod(features, CONNECT);
        return undos.has(connect) ? connect : undefined;
      },
      stop: () => {
        for (const undo of stops.splice(0)) attempt(undo);
        const features = read(wallet, 'features');
        for (const feature of FEATURES) undos.get(readMethod(features, feature))?.();
      },
      ask: (method, onAnswer, [hash] = []) => {
        if (method === 'eth_chainId') return onAnswer(chain ?? readChain(wallet));
        if (method === 'eth_getTransactionReceipt' && connection) {
          return passOn(
            () =>
              import('./read-solana-outcome.js').then(({ readOutcome }) =>
                readOutcome(connection, String(hash)),
              ),
            onAnswer,
          );
        }
        const addresses = method === 'eth_accounts' ? readAddresses(wallet) : [];
        // Without accounts it waits for the app to connect it again, as apps do after a reload.
        onAnswer(addresses?.length ? addresses : undefined);
      },
    };
  };
