// What the demo wallet remembers from one page load to the next.

/** Public test accounts that every Ethereum development node knows. Nothing of worth is theirs. */
export const DEMO_ACCOUNTS = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
] as const;

/** The chain ids that local development nodes use, so that nobody takes them for real chains. */
export const DEMO_CHAINS = [
  { chainId: '0x7a69', name: 'Demo chain 31337' },
  { chainId: '0x539', name: 'Demo chain 1337' },
] as const;

export interface DemoTransaction {
  readonly hash: string;
  readonly from: string;
  readonly to: string | null;
  /** Unix time in milliseconds from which there is a receipt. */
  readonly minedAt: number;
}

export interface DemoWalletState {
  /** Whether the page may see the account. */
  readonly permitted: boolean;
  readonly account: string;
  readonly chainId: string;
  /** Newest last. */
  readonly transactions: readonly DemoTransaction[];
}

/** The part of `Storage` that is used. */
export type StateStorage = Pick<Storage, 'getItem' | 'setItem'>;

const STORAGE_KEY = 'trailhead.demo-wallet';
const MAX_TRANSACTIONS = 20;

const INITIAL_STATE: DemoWalletState = {
  permitted: false,
  account: DEMO_ACCOUNTS[0],
  chainId: DEMO_CHAINS[0].chainId,
  transactions: [],
};

export interface DemoWalletMemory {
  read(): DemoWalletState;
  update(changes: Partial<DemoWalletState>): void;
}

/** Keeps the state in memory and, where the browser allows it, in `storage`. */
export function createDemoWalletMemory(storage: StateStorage | undefined): DemoWalletMemory {
  let state = { ...INITIAL_STATE, ...readStored(storage) };
  return {
    read: () => state,
    update(changes) {
      state = { ...state, ...changes };
      state = { ...state, transactions: state.transactions.slice(-MAX_TRANSACTIONS) };
      try {
        storage?.setItem(STORAGE_KEY, JSON.stringify(state));
      } catch {
        // Storage is full or denied: the wallet goes on for this page.
      }
    },
  };
}

function readStored(storage: StateStorage | undefined): Partial<DemoWalletState> {
  try {
    return JSON.parse(storage?.getItem(STORAGE_KEY) ?? '{}') as Partial<DemoWalletState>;
  } catch {
    return {};
  }
}
