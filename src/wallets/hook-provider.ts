// Hooks one provider: wraps its functions, listens to its events, and undoes both.
import { attempt } from '../core/attempt.js';
import { type Provider, read } from './provider.js';
import { type Begin, beginAt, ENTRIES, passOn, watchCalls } from './watch-call.js';
import { type Method, wrapMethod } from './wrap-method.js';

const EVENTS = ['accountsChanged', 'chainChanged', 'connect', 'disconnect', 'session_delete'];

export interface ProviderHookOptions {
  readonly provider: Provider;
  /** For one function of the provider: a call that passes through several is one. */
  readonly createOnCall: () => Begin;
  readonly onEvent: (name: string, payload: unknown) => void;
}

export interface ProviderHook {
  /** Begins, and answers the wrapper of `request`; undefined where there can be none, only events. */
  readonly start: () => Method | undefined;
  readonly stop: () => void;
  /** Asks the wallet itself, past `createOnCall`; undefined stands for no answer. */
  readonly ask: (
    method: string,
    onAnswer: (answer?: unknown) => void,
    params?: readonly unknown[],
  ) => void;
}

/** Hooks one kind of wallet, and tells of it in the words of EIP-1193. */
export type CreateHook = (options: ProviderHookOptions) => ProviderHook;

/**
 * While nobody is connected, Coinbase's providers end what is left of a session when they are asked what
 * they cannot answer (4100): the app is told `disconnect`, and a connection under way loses its keys.
 */
const isSignedOut = (provider: Provider) => {
  const signer = read(provider, 'signer');
  return signer === null || read(signer, 'isConnected') === false;
};

export const createProviderHook: CreateHook = (options) => {
  const { provider, createOnCall, onEvent } = options;
  const stops: (() => void)[] = [];
  let request: Method | undefined;

  const listen = (name: string) => {
    const hear = (payload: unknown) => onEvent(name, payload);
    // It may have no such function, or promise to listen, and fail: no one's unhandled rejection.
    const call = (key: string) =>
      passOn(
        () => Reflect.apply(read(provider, key) as Method, provider, [name, hear]),
        () => {},
      );
    call('on');
    return () => {
      call('removeListener');
      // What has no other name for it.
      call('off');
    };
  };
  /** A provider may refuse anything (a strict Proxy, a frozen prototype): what it refuses is left out. */
  const install = (hook: () => (() => void) | undefined) => {
    const undo = attempt(hook);
    if (undo) stops.push(undo);
  };

  return {
    start: () => {
      for (const name of EVENTS) install(() => listen(name));
      let wrapper: Method | undefined;
      const before = read(provider, 'request') as Method;
      for (const entry of ENTRIES) {
        install(() =>
          wrapMethod(provider, entry, (method) => {
            const watched = watchCalls(method, () => beginAt(entry, createOnCall()));
            if (entry === 'request') wrapper = watched;
            return watched;
          }),
        );
      }
      // A Proxy may take the wrapper, and go on answering its own function.
      if (read(provider, 'request') === before) return undefined;
      if (wrapper) request = before;
      return wrapper;
    },
    stop: () => {
      for (const undo of stops.splice(0)) attempt(undo);
    },
    ask: (method, onAnswer, params) => {
      if (isSignedOut(provider) && !/chainId|CallsStatus/.test(method)) return onAnswer();
      const current = read(provider, 'request') as Method;
      const call = params ? { method, params } : { method };
      passOn(() => Reflect.apply(request ?? current, provider, [call]), onAnswer);
    },
  };
};
