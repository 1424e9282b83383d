// Reads wagmi's connectors, and records the connections that a user refuses.

import type { PluginHost, Tracker } from '../core/tracker-types.js';
import type { Action } from './actions.js';
import { install, type Undos, uninstall } from './install-hooks.js';
import { CONNECTING, tellRefusal } from './observe-connecting.js';
import { isObject, read, readText, type WalletInfo } from './provider.js';
import { readFault } from './rpc-error.js';
import { startAction } from './start-action.js';
import { watchCalls } from './watch-call.js';
import { wrapMethod } from './wrap-method.js';

/** How long a connector may prepare before it turns to its wallet. Milliseconds. */
const ASK_MS = 1_000;

/** The part of a connector that is called. */
interface WagmiConnector {
  getProvider?(): Promise<unknown>;
}

/** A connector's name; its id is the wallet's reverse domain name when it was announced (EIP-6963). */
export const infoOf = (connector: unknown): WalletInfo => {
  const id = readText(connector, 'id');
  return {
    providerName: readText(connector, 'name'),
    // A wallet may have several.
    rdns: readText([read(connector, 'rdns')].flat(), 0) ?? (id?.includes('.') ? id : undefined),
  };
};

/** Undefined for a connector that was restored from storage: it has a name, and no functions. */
export const findProvider = async (connector: unknown): Promise<object | undefined> => {
  const provider = await (connector as WagmiConnector | undefined)?.getProvider?.();
  return isObject(provider) ? provider : undefined;
};

/**
 * Watches `connect` of each connector, once, for refusals: connections are learnt from the store.
 */
export const createConnectorWatch = (
  tracker: Pick<Tracker, 'track'>,
  host: PluginHost,
  actions: Set<Action>,
) => {
  const watched = new WeakSet<object>();
  const undos: Undos = [];
  let isStopped = false;

  const begin = (connector: object, options: unknown) => {
    // A reconnect does not ask the user. After `stop`, another script's wrapper may still call
    // ours.
    if (isStopped || read(options, 'isReconnecting')) return undefined;
    const matches = (method: string) => CONNECTING.test(method);
    const action = startAction(actions, { project: host.writeKey(), matches, isTold: true });
    const end = () => actions.delete(action);
    // By then the wallet has been asked. The action has to end, or an open prompt would silence the
    // connections of all other wallets.
    host.clock.after(ASK_MS, end);
    return (value: unknown, isError: boolean) => {
      end();
      const fault = readFault(value);
      if (isError && fault.status === 'rejected') {
        tellRefusal(tracker, infoOf(connector), fault.errorCode);
      }
    };
  };

  return {
    watch: (connector: unknown) => {
      if (!isObject(connector) || watched.has(connector)) return;
      watched.add(connector);
      install(undos, () =>
        wrapMethod(connector, 'connect', (method) =>
          watchCalls(
            method,
            () =>
              ([options]) =>
                begin(connector, options),
          ),
        ),
      );
    },
    stop: () => {
      isStopped = true;
      uninstall(undos);
    },
  };
};
