// Observes one wallet, and tells the tracker of its calls and its events.
import type { PluginHost, Tracker } from '../core/tracker-types.js';
import type { ProviderObserver } from './actions.js';
import { type AskOptions, createAsk } from './ask-wallet.js';
import { type Connection, createConnection, type Evidence, type Source } from './connection.js';
import { createGuard, type Guard } from './guard.js';
import { createObserveConnecting } from './observe-connecting.js';
import type { BeginSigning, ObserveSigningOptions } from './observe-signing-options.js';
import { keyOf, read } from './provider.js';
import { readAccounts } from './read-accounts.js';
import { settleAll } from './watch-call.js';

/** How long the app may speak first: its own calls often make our questions needless. Milliseconds. */
const ASK_AFTER_MS = 500;

/**
 * How long a hidden tab waits with an event that all tabs get, so that a visible one records it
 * first. Milliseconds.
 */
const OTHERS_FIRST_MS = 300;

/** MetaMask's code for a connection that it lost for a moment. */
const LOST_FOR_NOW = 1013;

export type ObserveSigning = (options: ObserveSigningOptions) => BeginSigning;

export interface WalletOptions extends AskOptions {
  readonly tracker: Tracker;
  readonly host: PluginHost;
  /** Records what this kind of wallet signs and sends. */
  readonly observeSigning: ObserveSigning;
  readonly source?: Source | undefined;
}

export interface Wallet {
  readonly observer: ProviderObserver;
  readonly connection: Connection;
}

export const createWallet = (options: WalletOptions): Wallet => {
  const { host, hub, guard, source = 'provider' } = options;
  // Works on after the plugin has stopped: the component that started to watch may be gone before the user has decided.
  const late = createGuard(host.isClosed, host.fault);
  const ask = createAsk(options);
  const connection = createConnection(options, (onAnswer) =>
    ask('eth_chainId', 'chainId', onAnswer),
  );

  /**
   * True while the accounts need not be asked for: it is too early, the app has asked, or the
   * wallet has answered.
   */
  let isSettled = true;
  let isHeard = false;
  const setAccounts = (answer: unknown, evidence: Evidence) => {
    const accounts = readAccounts(answer);
    if (!accounts) return;
    // An event may come from a wallet that the user never connected: it may still have to be asked.
    if (evidence !== 'changed') isSettled = isHeard = true;
    connection.setAccounts(accounts, evidence);
  };
  const askAccounts = (evidence: Evidence) => {
    isSettled = true;
    const take = connection.still('address', (answer) => setAccounts(answer, evidence));
    ask('eth_accounts', 'selectedAddress', (answer) => {
      // A wallet that does not answer is asked again at its next event.
      isSettled = answer !== undefined;
      take(answer);
    });
  };
  const connecting = createObserveConnecting({ ...options, connection, setAccounts, askAccounts });
  const signing = options.observeSigning({
    ...options,
    connection,
    isTold: () => hub.isTold(observer),
  });

  /**
   * Asks for the accounts only where they matter: of a wallet whose account is known, or while no
   * wallet with a name is in use.
   */
  const askWhenWorth = guard(() => {
    const isWorth = connection.ref().address || !keyOf(host.wallet() ?? {});
    if (isWorth && !isSettled && !connecting.isAsking()) askAccounts('seen');
  });
  const askLater = () => {
    isHeard = false;
    setTimeout(() => {
      isSettled = isHeard;
      askWhenWorth();
    }, ASK_AFTER_MS);
  };
  if (source === 'provider') askLater();

  const hear = guard((name: string, payload: unknown) => {
    if (name === 'accountsChanged') {
      // A wallet whose calls cannot be wrapped shows a connection by its events alone.
      const isApproved = connecting.isAsking() || hub.isClosed;
      setAccounts(payload, isApproved ? 'approved' : 'changed');
      // The event alone does not prove a connection, since the wallet may only have been unlocked:
      // it is asked.
      if (read(payload, 0) && !connection.ref().address) askLater();
    } else if (name === 'chainChanged' || name === 'connect') {
      connection.setChain(payload, true);
      // MetaMask Connect connects without a call to its provider: only this event shows it, also in
      // other tabs.
      host.refreshWallet();
      setAccounts(read(payload, 'accounts'), host.wallet() ? 'changed' : 'approved');
      askWhenWorth();
    } else if (read(payload, 'code') !== LOST_FOR_NOW) {
      connection.setAccounts([], 'changed');
    }
  });

  const observer: ProviderObserver = {
    project: host.writeKey(),
    onCall: guard((method, params, more) => {
      const visitor = host.visitor();
      // After `reset()`, what one visitor asked for must not be recorded for the next.
      const ofVisitor: Guard = (run) =>
        late((...input) => (host.visitor() === visitor ? run(...input) : undefined));
      const signed = signing(ofVisitor, method, params, more);
      const settle = settleAll([
        source === 'store' ? undefined : connecting.begin(method, params),
        signed,
      ]);
      return settle && late(settle);
    }),
    onEvent: (...event) => {
      if (source === 'store') return;
      // The delay ends when the page is shown, so that this event comes before newer ones.
      if (globalThis.document?.hidden) options.delays.after(OTHERS_FIRST_MS, () => hear(...event));
      else hear(...event);
    },
    onResume: connection.resume,
  };
  return { observer, connection };
};
