// What an app asks of one wallet about its accounts and its chain.
import type { Tracker } from '../core/tracker-types.js';
import type { Connection, Evidence } from './connection.js';
import type { Delays } from './delays.js';
import { type Provider, read, readText, type WalletInfo } from './provider.js';
import { readAccounts } from './read-accounts.js';
import { readFault } from './rpc-error.js';
import type { Begin, Settle } from './watch-call.js';

/** The methods that ask the user for accounts. */
export const CONNECTING = /^(eth_requestAccounts|wallet_requestPermissions|wallet_connect)$/;

/** How soon after an inner request the outer one ends that made it. Milliseconds. */
const END_TOGETHER_MS = 500;

export interface ObserveConnectingOptions {
  readonly tracker: Pick<Tracker, 'track'>;
  readonly provider: Provider;
  readonly connection: Connection;
  readonly delays: Delays;
  /** Takes a wallet's answer about its accounts. */
  readonly setAccounts: (answer: unknown, evidence: Evidence) => void;
  /** Asks the wallet, without a prompt, which accounts are connected. */
  readonly askAccounts: (evidence: Evidence) => void;
}

export interface ObserveConnecting {
  readonly begin: Begin;
  /** Whether a request for accounts waits for the user. */
  readonly isAsking: () => boolean;
}

/**
 * Records a refused connection as an event of its own, since a `connect` event would count as a
 * connection.
 */
export const tellRefusal = (
  tracker: Pick<Tracker, 'track'>,
  { providerName, rdns }: WalletInfo,
  errorCode: unknown,
) =>
  tracker.track('wallet_connect_rejected', {
    provider_name: providerName,
    rdns,
    error_code: errorCode,
  });

const onSuccess =
  (run: (value: unknown) => void): Settle =>
  (value, isError) => {
    if (!isError) run(value);
  };

export const createObserveConnecting = (options: ObserveConnectingOptions): ObserveConnecting => {
  const { tracker, provider, connection, setAccounts } = options;
  let underWay = 0;
  let refusal: ReturnType<typeof readFault> | undefined;

  const setApproved = (method: string, answer: unknown) => {
    const accounts = readAccounts(answer) ?? readAccounts(read(provider, 'accounts')) ?? [];
    // The order of the accounts in a permission does not say which of them is in use.
    const isOpen = accounts[1] && method === 'wallet_requestPermissions';
    if (accounts[0] && !isOpen) setAccounts(accounts, 'approved');
    else options.askAccounts('approved');
  };

  const tellOnce = () => {
    if (refusal) tellRefusal(tracker, connection.ref(), refusal.errorCode);
    refusal = undefined;
  };

  /**
   * Requests for accounts may be nested (`connect` calls `enable`): they end together, and one
   * refusal is recorded.
   */
  const ask = (method: string): Settle => {
    underWay += 1;
    return (value, isError) => {
      underWay -= 1;
      const fault = isError ? readFault(value) : undefined;
      if (!fault) setApproved(method, value);
      else if (fault.status === 'rejected') refusal = fault;
      // The other request may be independent and never end, so it is not waited for longer than
      // this.
      if (underWay) options.delays.after(END_TOGETHER_MS, tellOnce);
      else tellOnce();
    };
  };

  const begin: Begin = (method, params) => {
    const first = read(params, 0);
    // Permissions other than `eth_accounts` are no connection.
    if (method.endsWith('Permissions') && !read(first, 'eth_accounts')) return undefined;
    if (CONNECTING.test(method)) return ask(method);
    switch (method) {
      case 'eth_accounts':
        return onSuccess(connection.still('address', (value) => setAccounts(value, 'seen')));
      case 'wallet_revokePermissions':
      case 'wallet_disconnect':
        return onSuccess(() => setAccounts([], 'changed'));
      case 'eth_chainId':
        return onSuccess(connection.still('chainId', (value) => connection.setChain(value, false)));
      case 'wallet_switchEthereumChain':
        // WalletConnect's provider gives the chain id without `0x` when the phone has changed the
        // chain.
        return onSuccess(() =>
          connection.setChain(readText(first, 'chainId')?.replace(/^0x|^/i, '0x') ?? first, true),
        );
      default:
        return undefined;
    }
  };

  return { begin, isAsking: () => !!underWay };
};
