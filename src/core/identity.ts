// Who the events are about: the visitor, the app's user, the wallet in use.
import { attempt } from './attempt.js';
import { createRandomId } from './message-id.js';
import { PENDING_KEY } from './pending-key.js';
import type { Ports } from './ports.js';
import type { SharedWallet } from './tracker-types.js';

/**
 * More accounts than one visitor has. Bounded because a cookie keeps them, which each request to
 * the site carries.
 */
const MOST_ADDRESSES = 10;

/** The wallet that the user acts with. */
export interface ActiveWallet {
  readonly address: string;
  readonly chain_id?: number | string | undefined;
  readonly provider_name?: string | undefined;
  readonly rdns?: string | undefined;
  readonly host?: string | undefined;
}

/** The same wallet, in the field names of the public API. */
export const toWalletRef = (wallet: ActiveWallet | null): SharedWallet | null =>
  wallet && {
    address: wallet.address,
    chainId: wallet.chain_id,
    providerName: wallet.provider_name,
    host: wallet.host,
    rdns: wallet.rdns,
  };

export interface IdentityStore {
  anonymousId(): string;
  /**
   * Identifies the person on this page. Unlike the anonymous id, it stays the same when a grant
   * shows that the site knows this visitor by another id.
   */
  visitor(): string;
  userId(): string | null;
  wallet(): ActiveWallet | null;
  /** Every address that the visitor has used here, the last one first. */
  addresses(): readonly string[];
  setUserId(userId: string): void;
  setWallet(wallet: ActiveWallet | null): void;
  /**
   * Takes over the visitor and the user id that another tab stored; true when the visitor is
   * another.
   */
  refresh(): boolean;
  /** Takes over the wallet that another tab stored, unless the two tabs use different wallets. */
  refreshWallet(): void;
  /** Stores the anonymous id, unless one is stored or the page is still prerendered. */
  keep(): void;
  /** Reads everything from storage again. `same`: it is the same person, so `visitor()` stays. */
  reload(same?: boolean): void;
  reset(): void;
}

const readWallet = (text: string | null): ActiveWallet | null => {
  const wallet: ActiveWallet | null | undefined = attempt(() => JSON.parse(text ?? 'null'));
  return typeof wallet?.address === 'string' ? wallet : null;
};

export interface IdentityOptions extends Pick<Ports, 'keyValue' | 'randomBytes' | 'isAhead'> {}

/** Remembers the identity in memory and in `keyValue`, so that the next page has it too. */
export const createIdentity = ({
  keyValue,
  randomBytes,
  isAhead = () => false,
}: IdentityOptions): IdentityStore => {
  let anonymousId: string;
  let visitor: string;
  let userId: string | null;
  let wallet: ActiveWallet | null;

  /** Read from storage each time, since other tabs add their addresses. */
  const addresses = () => keyValue.get('addresses')?.split(',') ?? [];
  const keep = () => {
    if (!isAhead() && keyValue.get('anonymous_id') === null) {
      keyValue.set('anonymous_id', anonymousId);
    }
  };
  const reload = (same?: boolean) => {
    anonymousId = keyValue.get('anonymous_id') ?? createRandomId(randomBytes);
    if (!same) visitor = anonymousId;
    keep();
    userId = keyValue.get('user_id');
    wallet = readWallet(keyValue.get('wallet'));
  };
  reload();

  return {
    anonymousId: () => anonymousId,
    visitor: () => visitor,
    userId: () => userId,
    wallet: () => wallet,
    addresses,
    setUserId: (value) => {
      userId = value;
      keyValue.set('user_id', value);
    },
    setWallet: (value) => {
      wallet = value;
      if (!value) return keyValue.remove('wallet');
      keyValue.set('wallet', JSON.stringify(value));
      const { address } = value;
      const used = addresses();
      if (used[0] === address) return;
      const others = used.filter((other) => other !== address);
      keyValue.set('addresses', [address, ...others].slice(0, MOST_ADDRESSES).join());
    },
    refresh: () => {
      const stored = keyValue.get('anonymous_id');
      // Another tab may be about to store a new id, which one made here would overwrite.
      if (stored === null) return false;
      const isOther = stored !== anonymousId;
      if (isOther) reload();
      userId = keyValue.get('user_id');
      return isOther;
    },
    refreshWallet: () => {
      const stored = readWallet(keyValue.get('wallet'));
      if (!wallet || !stored || stored.rdns === wallet.rdns) wallet = stored;
    },
    keep,
    reload,
    reset: () => {
      for (const key of ['anonymous_id', 'user_id', 'wallet', 'addresses', PENDING_KEY]) {
        keyValue.remove(key);
      }
      reload();
    },
  };
};
