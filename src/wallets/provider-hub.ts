// One hub for each provider, so that it is hooked once for all plugins and all copies of this code
// on a page.

import { pageWide } from '../core/page-wide.js';
import type { Action, Hold, ProviderObserver } from './actions.js';
import type { CreateHook, ProviderHook } from './hook-provider.js';
import { isObject, type Provider, read, type WalletInfo } from './provider.js';
import { type Begin, settleAll } from './watch-call.js';

/** How long a provider may take to pass a call on to another that is watched. Milliseconds. */
const PASS_ON_MS = 1_000;

export interface ProviderHub extends Pick<ProviderHook, 'ask'> {
  /** How the wallet names itself, as far as any observer knows. */
  info: WalletInfo;
  /** The provider cannot be wrapped: there are only its events. */
  isClosed: boolean;
  readonly join: (observer: ProviderObserver) => () => void;
  /** Whether this observer is the one of its project that is told. */
  readonly isTold: (observer: ProviderObserver) => boolean;
}

/** The calls in progress with the same parameters object. */
interface UnderWay {
  /**
   * The function on which the app made them. On another function, the same object comes from a
   * provider that passes the call on.
   */
  readonly place: object;
  readonly calls: Set<unknown>;
}

interface Registry {
  /**
   * By provider, and by its `request` function: a wallet that is injected as two objects is one.
   */
  readonly hubs: WeakMap<object, ProviderHub>;
  /** By parameters object: a call that a provider passes on to another is recorded once. */
  readonly underWay: WeakMap<object, UnderWay>;
  /** The actions of libraries that are in progress. */
  readonly actions: Set<Action>;
}

const REGISTRY = Symbol.for('chaintrail.providers.2');

/** This copy's own registry, for a page whose global object is frozen. */
const OWN: Registry = { hubs: new WeakMap(), underWay: new WeakMap(), actions: new Set() };

/** The page's one registry: two copies of this code on a page share it. */
export const findRegistry = (): Registry => pageWide(REGISTRY, OWN);

/** What a hub hooks, and how. */
export interface HubKind {
  readonly createHook: CreateHook;
  /**
   * Set for a library, which lies above a provider: when that one is watched as well, its observer
   * records the call.
   */
  readonly hold?: Hold;
}

/** The hub of `provider`, made when the provider is first seen. */
export const findHub = (provider: Provider, info: WalletInfo, kind: HubKind): ProviderHub => {
  const registry = findRegistry();
  const { hubs } = registry;
  // The same function in another object, as in a Proxy, is the same wallet.
  const request = read(provider, 'request') as object;
  const hub = hubs.get(provider) ?? hubs.get(request) ?? createHub(provider, registry, kind);
  hubs.set(provider, hub);
  // A wallet's own announcement replaces what was guessed before.
  if (info.rdns ? !hub.info.rdns : !hub.info.providerName) hub.info = info;
  return hub;
};

const createHub = (
  provider: Provider,
  { hubs, underWay, actions }: Registry,
  { createHook, hold }: HubKind,
): ProviderHub => {
  const observers = new Set<ProviderObserver>();
  /** The newest observer of each project. */
  const told = () => [
    ...new Map([...observers].map((observer) => [observer.project, observer])).values(),
  ];

  const tell = (observer: ProviderObserver): Begin =>
    hold
      ? hold(actions, observer)
      : (method, params) => {
          const [anyAction] = actions;
          const action = anyAction?.find(observer.project, method, params);
          return action?.isTold ? undefined : observer.onCall(method, params, action?.more);
        };
  const createOnCall =
    (place = {}): Begin =>
    (...given) => {
      const [, params] = given;
      let call = underWay.get(params as object);
      if (call?.place !== place) {
        if (call?.calls.size) return undefined;
        call = { place, calls: new Set() };
      }
      const { calls } = call;
      const settle = settleAll(told().map((observer) => tell(observer)(...given)));
      if (!settle) return undefined;
      const forget = () => calls.delete(forget);
      // Not for a library's call: the call of the provider below it must be heard.
      if (isObject(params) && !hold) {
        calls.add(forget);
        underWay.set(params, call);
        // When the first wallet never answers, the app may pass the same object to another wallet.
        setTimeout(forget, PASS_ON_MS);
      }
      return (value, isError) => {
        forget();
        settle(value, isError);
      };
    };

  const hook = createHook({
    provider,
    createOnCall,
    onEvent: (name, payload) => {
      for (const observer of told()) observer.onEvent(name, payload);
    },
  });
  const hub: ProviderHub = {
    info: {},
    isClosed: true,
    ask: hook.ask,
    isTold: (observer) => told().includes(observer),
    join: (observer) => {
      const wrapper = observers.size === 0 && hook.start();
      if (wrapper) {
        hubs.set(wrapper, hub);
        hub.isClosed = false;
      }
      observers.add(observer);
      return () => {
        observers.delete(observer);
        for (const other of told()) other.onResume();
        if (observers.size === 0) hook.stop();
      };
    },
  };
  return hub;
};
