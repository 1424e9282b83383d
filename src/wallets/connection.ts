// The account and the chain of one wallet, told to the tracker when they change.
import { toChecksumAddress } from '../core/address.js';
import type {
  PluginHost,
  Properties,
  SharedWallet,
  Tracker,
  WalletRef,
} from '../core/tracker-types.js';
import { type ChainOptions, createChain } from './chain.js';
import { keyOf, type WalletInfo } from './provider.js';

/**
 * How an account became known. `approved`: the app asked the user, who agreed. `changed`: the
 * wallet's own event. `seen`: an answer without a prompt, which proves a connection, but not that
 * it is in use.
 */
export type Evidence = 'approved' | 'changed' | 'seen';

/**
 * Where connections are learnt from: the provider itself, only the calls of a library, or the app's
 * store (wagmi's), which reports them itself.
 */
export type Source = 'provider' | 'library' | 'store';

export interface ConnectionOptions {
  readonly tracker: Pick<Tracker, 'connect' | 'disconnect' | 'chain' | 'anonymousId'>;
  readonly host: PluginHost;
  /** Its `info` is the wallet's name, as far as it is known by now. */
  readonly hub: { readonly info: WalletInfo };
  readonly source?: Source | undefined;
}

export interface Connection {
  /** The wallet's name, and its account and chain when they are known. */
  readonly ref: () => WalletRef;
  readonly setAccounts: (accounts: readonly string[], evidence: Evidence) => void;
  /** Takes a chain from the wallet's event, or (`isEvent` false) from an answer. */
  readonly setChain: (chain: unknown, isEvent: boolean) => void;
  /**
   * Wraps the handler of an answer: the answer is ignored when `key` has changed since the question
   * was asked, because it is out of date then.
   */
  readonly still: (
    key: 'address' | 'chainId',
    take: (answer: unknown) => void,
  ) => (answer: unknown) => void;
  /**
   * Another observer was told of events until now: takes over what the tracker knows of the wallet
   * in use.
   */
  readonly resume: () => void;
  /**
   * The user acts with this wallet (with `account`, if the app names it): makes it the one in use.
   */
  readonly use: (account?: string) => void;
  /**
   * Calls `send` with the present account, now or after a `connect` that waits for the chain; with
   * the chain as soon as that is known.
   */
  readonly emit: (send: (wallet: WalletRef) => void) => void;
}

const isSame = (one: string | undefined, other: string | undefined) =>
  one?.toLowerCase() === other?.toLowerCase();

export const createConnection = (
  { tracker, host, hub, source }: ConnectionOptions,
  askChain: ChainOptions['ask'],
): Connection => {
  const here = globalThis.location?.host;
  let address: string | undefined;
  /**
   * The visitor for whom a `connect` was recorded, here or on an earlier page: only then a
   * `disconnect` may follow.
   */
  let toldOf: string | undefined;
  /** The account that only the wallet's event named, which does not prove a connection. */
  let heard: string | undefined;

  /** The account in use, if the tracker's wallet in use is this one. */
  const inUse = (account = address ?? heard) => {
    const wallet: WalletRef = host.wallet() ?? {};
    const key = keyOf(wallet);
    const ownKey = keyOf(hub.info);
    // The wallet may have announced its name after it was connected, and a library knows no name:
    // then the account decides.
    const mayBeOurs = !key || !ownKey || (!wallet.rdns && hub.info.rdns);
    if (key === ownKey || (mayBeOurs && isSame(wallet.address, account))) return wallet.address;
    return undefined;
  };
  const isInUse = (account = address) => isSame(inUse(account), account);

  const chain = createChain({
    ask: askChain,
    onChange: () => {
      host.refreshWallet();
      catchUp();
      if (address && isInUse() && host.wallet()?.chainId !== chain.id()) tracker.chain(ref());
    },
  });
  const ref = (): SharedWallet => ({ ...hub.info, address, host: here, chainId: chain.id() });
  const emit: Connection['emit'] = (send) => {
    const wallet = ref();
    chain.emit(() => send({ ...wallet, chainId: wallet.chainId ?? chain.id() }));
  };

  /** Remembers an account; without a visitor it is connected but not in use. */
  const know = (account: string, visitor?: string) => {
    address = account;
    toldOf = visitor;
  };
  /**
   * Takes over a connection that another adapter or tab recorded, unless a `disconnect` of ours
   * waits behind a `connect`. Takes its chain too, while this wallet's own is not known.
   */
  const catchUp = (account?: string) => {
    const found = inUse(account);
    if (!found || (!address && chain.isAsked())) return;
    // A wallet is connected to each host by itself: a connection of another subdomain does not end
    // because this page does not see it.
    address = found;
    if (account || (host.wallet()?.host ?? here) === here) toldOf = tracker.anonymousId();
    if (!chain.id()) chain.set(host.wallet()?.chainId, false);
  };
  /** Takes the account and the chain of the wallet in use, if that is this one. */
  const follow = (account?: string) => {
    catchUp(account);
    if (isInUse()) chain.set(host.wallet()?.chainId, false);
  };
  const isFirst = (account: string, now?: string) =>
    host.firstInSession(`connect ${keyOf(hub.info)} ${account.toLowerCase()}`, now);
  const take = (
    account: string,
    tell: (wallet: WalletRef) => void,
    plan?: typeof queueMicrotask,
  ) => {
    know(account, tracker.anonymousId());
    // Set before the chain is known: what the app records meanwhile belongs to this wallet, too.
    host.useWallet(ref());
    chain.require(plan);
    emit(tell);
  };
  const connect = (account: string, properties?: Properties) => {
    isFirst(account);
    take(account, (wallet) => tracker.connect(wallet, properties));
  };

  const setAccounts: Connection['setAccounts'] = ([account], evidence) => {
    const isApproved = evidence === 'approved';
    const before = inUse();
    // A wallet sends its event to each tab, even before it answers the tab that asked: another tab
    // may have recorded it.
    host.refreshWallet();
    catchUp();
    if (isInUse(account)) catchUp(account);
    if (!account) {
      // A library may find an end that the wallet's own event has told already: it is not told twice.
      const isEnd = inUse()
        ? toldOf
        : !before && toldOf === tracker.anonymousId() && source !== 'library';
      if (address && isEnd) {
        emit((wallet) => tracker.disconnect(wallet));
        // Marks the connection as ended by the wallet, so that it is recorded again when it is seen
        // again. One that the app ended, as wagmi's store tells, is not recorded again in this
        // session.
        if (source !== 'store') isFirst(address, 'ended');
      }
      address = heard = undefined;
    } else if (isSame(address, account)) {
      // The user had gone to another wallet, and comes back to this one.
      if (isApproved && !isInUse()) connect(account);
    } else if (address) {
      const switched = { account_switch: true, previous_address: toChecksumAddress(address) };
      if (isApproved || isInUse()) connect(account, switched);
      else know(account);
    } else if (isApproved || (evidence === 'changed' && toldOf && !host.wallet())) {
      connect(account);
    } else if (evidence === 'seen' || toldOf) {
      know(account);
      if (!host.wallet() && isFirst(account)) connect(account);
    } else {
      heard = account;
    }
  };

  catchUp();

  return {
    ref,
    setAccounts,
    setChain: chain.set,
    still: (key, take) => {
      const asked = ref()[key];
      return (answer) => {
        if (ref()[key] === asked) take(answer);
      };
    },
    resume: () => {
      host.refreshWallet();
      // Another observer has recorded the end. A wallet whose `connect` was not recorded is still
      // connected, though not in use.
      if (toldOf === tracker.anonymousId() && !host.wallet()) address = toldOf = undefined;
      follow();
    },
    use: (account) => {
      // A library gets no event when its wallet changes account or chain: both are taken from the
      // tracker.
      if (source === 'library' && account && isInUse(account)) follow(account);
      if (!address || isInUse()) return;
      const isNew = toldOf !== tracker.anonymousId() && isFirst(address);
      // Asks for the chain in a microtask, so that the app's own call reaches the wallet first.
      take(address, isNew ? tracker.connect : host.useWallet, queueMicrotask);
    },
    emit,
  };
};
