// What an app asks of one wallet about its accounts and its chain.
import type { Tracker } from '../core/tracker-types.js';
import type { Connection, Evidence } from './connection.js';
import type { Delays } from './delays.js';
import { type Provider, read, readText, type WalletInfo } from './provider.js';
import { readAccounts } from './read-accounts.js';
import { readFault } from './rpc-error.js';
import type { Begin, Settle } from './watch-call.js';

/** Within this time the request ends in which another one lay. Milliseconds. */
const END_TOGETHER_MS = 500;

export interface ObserveConnectingOptions {
  readonly tracker: Pick<Tracker, 'track'>;
  readonly provider: Provider;
  readonly connection: Connection;
  readonly delays: Delays;
  /** Takes what a wallet answers about its accounts. */
  readonly setAccounts: (answer: unknown, evidence: Evidence) => void;
  /** Asks the wallet, in silence, who is connected. */
  readonly askAccounts: (evidence: Evidence) => void;
}

export interface ObserveConnecting {
  readonly begin: Begin;
  /** A request for accounts is before the user. */
  readonly isAsking: () => boolean;
}

/** A refused connection is no `connect`, which would count as one. */
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

  /** Requests for accounts may lie one in another (`enable` in `connect`), and end as one. */
  const ask = (method: string): Settle => {
    underWay += 1;
    return (value, isError) => {
      underWay -= 1;
      const fault = isError ? readFault(value) : undefined;
      if (!fault) setApproved(method, value);
      else if (fault.status === 'rejected') refusal = fault;
      // It may be another one that is under way, which never ends.
      if (underWay) options.delays.after(END_TOGETHER_MS, tellOnce);
      else tellOnce();
    };
  };

  const begin: Begin = (method, params) => {
    const first = read(params, 0);
    // Other permissions are no connection.
    if (method.endsWith('Permissions') && !read(first, 'eth_accounts')) return undefined;
    switch (method) {
      case 'eth_requestAccounts':
      case 'wallet_requestPermissions':
      case 'wallet_connect':
        return ask(method);
      case 'eth_accounts':
        return onSuccess(connection.still('address', (value) => setAccounts(value, 'seen')));
      case 'wallet_revokePermissions':
      case 'wallet_disconnect':
        return onSuccess(() => setAccounts([], 'changed'));
      case 'eth_chainId':
        return onSuccess(connection.still('chainId', (value) => connection.setChain(value, false)));
      case 'wallet_switchEthereumChain':
        // WalletConnect's provider asks for it without `0x`, when the phone went to another chain.
        return onSuccess(() =>
          connection.setChain(readText(first, 'chainId')?.replace(/^0x|^/i, '0x') ?? first, true),
        );
      default:
        return undefined;
    }
  };

  return { begin, isAsking: () => !!underWay };
};
