// Hooks one provider: wraps its functions, listens to its events, and undoes both.
import { apply } from '../core/apply.js';
import { attempt } from '../core/attempt.js';
import { install, type Undos, uninstall } from './install-hooks.js';
import { type Provider, read } from './provider.js';
import { type Begin, beginAt, ENTRIES, passOn, watchCalls } from './watch-call.js';
import { type Method, wrapMethod } from './wrap-method.js';

const EVENTS = ['accountsChanged', 'chainChanged', 'connect', 'disconnect', 'session_delete'];

export interface ProviderHookOptions {
  readonly provider: Provider;
  /**
   * Makes the observer of one of the provider's functions. A call that goes through several of them
   * is told once.
   */
  readonly createOnCall: () => Begin;
  readonly onEvent: (name: string, payload: unknown) => void;
}

export interface ProviderHook {
  /**
   * Hooks the provider and answers the wrapper of `request`; undefined where it cannot be wrapped,
   * and only events are heard.
   */
  readonly start: () => Method | undefined;
  readonly stop: () => void;
  /** Asks the wallet without telling `createOnCall`; an answer of undefined stands for none. */
  readonly ask: (
    method: string,
    onAnswer: (answer?: unknown) => void,
    params?: readonly unknown[],
  ) => void;
}

/** Hooks one kind of wallet, and reports its calls and events under the names of EIP-1193. */
export type CreateHook = (options: ProviderHookOptions) => ProviderHook;

/**
 * Whether it is a Coinbase provider without a connection. When that is asked something it cannot
 * answer (error 4100) it ends its session: the app gets `disconnect`, and a connection in progress
 * loses its keys.
 */
const isSignedOut = (provider: Provider) => {
  const signer = read(provider, 'signer');
  return signer === null || read(signer, 'isConnected') === false;
};

export const createProviderHook: CreateHook = (options) => {
  const { provider, createOnCall, onEvent } = options;
  const undos: Undos = [];
  let request: Method | undefined;

  const listeners = EVENTS.map(
    (name) => [name, (payload: unknown) => attempt(() => onEvent(name, payload))] as const,
  );
  /**
   * Calls the provider's function for each event. It may have no such function, or answer a promise
   * that rejects: that must not be an unhandled rejection.
   */
  const each = (key: string) => {
    for (const [name, hear] of listeners) {
      passOn(
        () => apply(read(provider, key) as Method, provider, [name, hear]),
        () => {},
      );
    }
  };
  const forget = () => {
    each('removeListener');
    // Some providers have no `removeListener`, only `off`.
    each('off');
  };
  const listen = () => {
    each('on');
    return forget;
  };
  const listenAgain = () => {
    // The listeners of other events may still be there.
    forget();
    // Another script may call the wrapper after the end.
    if (undos[0]) each('on');
  };

  return {
    ask: (method, onAnswer, params) => {
      if (isSignedOut(provider) && !/chainId|CallsStatus/.test(method)) return onAnswer();
      const current = read(provider, 'request') as Method;
      const call = params ? { method, params } : { method };
      passOn(() => apply(request ?? current, provider, [call]), onAnswer);
    },
    start: () => {
      install(undos, listen);
      // Web3Auth at a logout, and many apps, remove all listeners of the wallet: also ours.
      install(undos, () =>
        wrapMethod(provider, 'removeAllListeners', (method) =>
          watchCalls(method, () => () => listenAgain),
        ),
      );
      let wrapper: Method | undefined;
      const before = read(provider, 'request') as Method;
      for (const entry of ENTRIES) {
        install(undos, () =>
          wrapMethod(provider, entry, (method) => {
            const watched = watchCalls(
              method,
              () => beginAt(entry, createOnCall()),
              entry === 'request',
            );
            if (entry === 'request') wrapper = watched;
            return watched;
          }),
        );
      }
      // A Proxy may accept the wrapper and still answer its own function.
      if (read(provider, 'request') === before) return undefined;
      if (wrapper) request = before;
      return wrapper;
    },
    stop: () => uninstall(undos),
  };
};
