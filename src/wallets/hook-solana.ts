// Hooks one Wallet Standard wallet: the functions of its features, and its `change` events.

import { apply } from '../core/apply.js';
import { attempt } from '../core/attempt.js';
import type { CreateHook } from './hook-provider.js';
import { install, type Undos, uninstall } from './install-hooks.js';
import { isObject, read } from './provider.js';
import { readAddresses, readChain } from './read-solana.js';
import type { SolanaOptions } from './solana-options.js';
import { type Begin, type BeginCall, passOn, watchCalls } from './watch-call.js';
import { type Method, wrapMethod } from './wrap-method.js';

const CONNECT = 'standard:connect';
const DISCONNECT = 'standard:disconnect';

/** Each feature has one function, named like the part after the colon. */
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

/**
 * Reports a call as the EIP-1193 method that corresponds to it, or else by the name of its feature.
 */
const beginAt =
  (feature: string, onCall: Begin): BeginCall =>
  (input) => {
    if (feature !== CONNECT) {
      return onCall(feature === DISCONNECT ? 'wallet_disconnect' : feature, input);
    }
    // A silent `connect` opens no prompt: it is the same as asking which accounts are connected.
    const settle = onCall(read(input[0], 'silent') ? 'eth_accounts' : 'wallet_connect', []);
    return settle && ((value, isError) => settle(isError ? value : readAddresses(value), isError));
  };

/** The object in the prototype chain that has the property, and the property's descriptor. */
const findPlace = (object: object, key: string) => {
  for (let owner: object | null = object; owner; owner = Reflect.getPrototypeOf(owner)) {
    const place = Reflect.getOwnPropertyDescriptor(owner, key);
    if (place) return { owner, place };
  }
  return undefined;
};

/**
 * Calls `see` each time somebody reads `features` through a getter, which may make new objects each
 * time. Works for a frozen wallet, because its getter belongs to the class, which is not frozen.
 */
const watchFeatures = (wallet: object, see: (features: unknown) => void) => {
  const { owner, place } = findPlace(wallet, 'features') ?? {};
  if (!owner || !place?.get) return undefined;
  const get = new Proxy(place.get, {
    apply: (target, self, input) => {
      const features: unknown = apply(target, self, input);
      // Other wallets of the same class share this getter.
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

/** The options are those of `solana()`. */
export const createSolanaHook =
  ({ chain, connection }: SolanaOptions): CreateHook =>
  ({ provider: wallet, createOnCall, onEvent }) => {
    const onCall = createOnCall();
    /**
     * The wrapper of each function, used again when a getter puts that function into a new object.
     */
    const wrappers = new WeakMap<Method, Method>();
    /** How to undo each wrapper. */
    const undos = new WeakMap<Method, () => void>();
    const installed: Undos = [];

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
        // Where `features` has no getter, only this event shows that others have replaced them.
        see(read(change, 'features'));
        const addresses = readAddresses(change);
        if (addresses) onEvent('accountsChanged', addresses);
      };
      return events.on('change', hear);
    };

    return {
      start: () => {
        install(installed, () => watchFeatures(wallet, see));
        const features = read(wallet, 'features');
        see(features);
        install(installed, () => listen(features));
        const connect = readMethod(features, CONNECT);
        return undos.has(connect) ? connect : undefined;
      },
      stop: () => {
        uninstall(installed);
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
        // No accounts is no answer: after a reload, a wallet has none until the app connects it
        // again.
        onAnswer(addresses?.length ? addresses : undefined);
      },
    };
  };
