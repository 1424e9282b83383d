// One place a provider: it is hooked once, whoever wants to know, and whichever copy of this code runs.

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
  /** Whether it is this one of its project's observers who is told. */
  readonly isTold: (observer: ProviderObserver) => boolean;
}

/** The calls under way with the same parameters. */
interface UnderWay {
  /** Where the app made them: elsewhere it is a provider that calls with these parameters. */
  readonly place: object;
  readonly calls: Set<unknown>;
}

interface Registry {
  /** By provider, and by the functions in its place: a wallet that is injected twice is one. */
  readonly hubs: WeakMap<object, ProviderHub>;
  /** By their parameters: a provider that passes them on to another is heard once. */
  readonly underWay: WeakMap<object, UnderWay>;
  /** What libraries of the app are doing. */
  readonly actions: Set<Action>;
}

const REGISTRY = Symbol.for('chaintrail.providers.2');

/** This copy's own, for a page whose globals take nothing more. */
const OWN: Registry = { hubs: new WeakMap(), underWay: new WeakMap(), actions: new Set() };

/** The page's one registry: two copies of this code on a page share it. */
export const findRegistry = (): Registry => pageWide(REGISTRY, OWN);

/** What a hub hooks, and how. */
export interface HubKind {
  readonly createHook: CreateHook;
  /** What is hooked lies above a provider, which may be heard as well: then that one tells. */
  readonly hold?: Hold;
}

/** The hub of `provider`, made at first sight. */
export const findHub = (provider: Provider, info: WalletInfo, kind: HubKind): ProviderHub => {
  const registry = findRegistry();
  const { hubs } = registry;
  // The same function in another object, as in a Proxy, is the same wallet.
  const request = read(provider, 'request') as object;
  const hub = hubs.get(provider) ?? hubs.get(request) ?? createHub(provider, registry, kind);
  hubs.set(provider, hub);
  // What a wallet announces is worth more than what was guessed before.
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
      // Of a library's call the provider below is to be heard.
      if (isObject(params) && !hold) {
        calls.add(forget);
        underWay.set(params, call);
        // An app may ask again for the same, in another wallet, when the first never answers.
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
