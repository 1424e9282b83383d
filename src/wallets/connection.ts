// What is known of one wallet: its account and its chain, told to the tracker when they change.
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
 * How an account became known. `approved`: the app asked the user, who agreed. `changed`: the wallet's
 * own event. `seen`: a silent answer, which proves a connection, not that it is in use.
 */
export type Evidence = 'approved' | 'changed' | 'seen';

/**
 * Who says what is connected: the provider itself, the calls of a library alone, or the app's store,
 * which tells the connection by itself.
 */
export type Source = 'provider' | 'library' | 'store';

export interface ConnectionOptions {
  readonly tracker: Pick<Tracker, 'connect' | 'disconnect' | 'chain' | 'anonymousId'>;
  readonly host: PluginHost;
  /** Its `info`: how the wallet is named, as far as it is known by now. */
  readonly hub: { readonly info: WalletInfo };
  readonly source?: Source | undefined;
}

export interface Connection {
  /** The wallet's name, and its account and chain when they are known. */
  readonly ref: () => WalletRef;
  readonly setAccounts: (accounts: readonly string[], evidence: Evidence) => void;
  /** Takes a chain from the wallet's event, or (`isEvent` false) from an answer. */
  readonly setChain: (chain: unknown, isEvent: boolean) => void;
  /** Has the answer to a question of now taken while what it is about is still the same: later it is old. */
  readonly still: (
    key: 'address' | 'chainId',
    take: (answer: unknown) => void,
  ) => (answer: unknown) => void;
  /** Another observer has told what came meanwhile: takes what is known of the wallet in use. */
  readonly resume: () => void;
  /** The user acts with this wallet, and the account if the app names it: it is the one in use from now on. */
  readonly use: (account?: string) => void;
  /**
   * Runs now, or as soon as the `connect` before it is complete: with the account of now, and with
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
  /** The visitor of whom a `connect` was told, here or on an earlier page: its `disconnect` may follow. */
  let toldOf: string | undefined;
  /** What the wallet's event alone said. */
  let heard: string | undefined;

  /** The account of this wallet that the tracker holds for the one in use. */
  const inUse = (account = address ?? heard) => {
    const wallet: WalletRef = host.wallet() ?? {};
    const key = keyOf(wallet);
    const ownKey = keyOf(hub.info);
    // It may have named itself only after it was connected, and a library knows no name at all.
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

  /** Without a visitor: it is connected, and not in use. */
  const know = (account: string, visitor?: string) => {
    address = account;
    toldOf = visitor;
  };
  /**
   * Another adapter, or another tab, may have told of it; no `disconnect` may wait behind a `connect`.
   * Its chain, too, unless this wallet has said where it is, which a library does not.
   */
  const catchUp = (account?: string) => {
    const found = inUse(account);
    if (!found || (!address && chain.isAsked())) return;
    // A wallet lets each host see it or not: what another saw does not end because this one does not.
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
    // What the app records meanwhile is of this wallet, too.
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
    // A wallet tells each tab the same, also before it answers the one that asked: another may have told of it.
    host.refreshWallet();
    catchUp();
    if (isInUse(account)) catchUp(account);
    if (!account) {
      const isEnd = inUse() ? toldOf : !before && toldOf === tracker.anonymousId();
      if (address && isEnd) {
        emit((wallet) => tracker.disconnect(wallet));
        // What the wallet ended begins anew when it is seen again; what the app ended stays ended in this session.
        if (source !== 'store') isFirst(address, 'ended');
      }
      address = heard = undefined;
    } else if (isSame(address, account)) {
      // The user went to another wallet and comes back to this one.
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
      // It has ended. One that was not told is connected still, though it is not in use.
      if (toldOf === tracker.anonymousId() && !host.wallet()) address = toldOf = undefined;
      follow();
    },
    use: (account) => {
      // No event says to a library where its wallet has gone.
      if (source === 'library' && account && isInUse(account)) follow(account);
      if (!address || isInUse()) return;
      const isNew = toldOf !== tracker.anonymousId() && isFirst(address);
      // The app's own call comes before our question.
      take(address, isNew ? tracker.connect : host.useWallet, queueMicrotask);
    },
    emit,
  };
};
