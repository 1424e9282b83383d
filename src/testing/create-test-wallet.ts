// A wallet for an app's own tests: EIP-1193, announced by EIP-6963 on demand, with a user who is a script.

export interface TestWalletOptions {
  /** The wallet's accounts, of which the first is in use. Default: one account. */
  readonly accounts?: readonly string[] | undefined;
  /** The chain that the wallet is on. Default 1. */
  readonly chainId?: number | undefined;
  /** The name by which it announces itself. Default `Test Wallet`. */
  readonly name?: string | undefined;
  /** Reverse domain name. Default `test.wallet`. */
  readonly rdns?: string | undefined;
  /** Whether the app was connected to it on an earlier page. Default false. */
  readonly connected?: boolean | undefined;
}

export interface TestCall {
  readonly method: string;
  readonly params?: unknown;
}

type Listener = (payload: unknown) => void;

/** The part of EIP-1193 that apps use. */
export interface TestProvider {
  request(call: TestCall): Promise<unknown>;
  on(event: string, listener: Listener): TestProvider;
  removeListener(event: string, listener: Listener): TestProvider;
}

export interface TestWallet {
  readonly provider: TestProvider;
  /** Every request that came, in order. */
  readonly calls: readonly TestCall[];
  /**
   * Sets the answer to `method` from now on: a value, or a function of the request's parameters.
   */
  answer(method: string, answer: unknown): void;
  /** The user refuses the next request of `method`. Code: default 4001, as EIP-1193 says. */
  rejectNext(method: string, code?: number): void;
  /** The user chooses other accounts in the wallet's own menu; with none, the wallet is locked. */
  setAccounts(...accounts: readonly string[]): void;
  switchChain(chainId: number): void;
  /** The user disconnects the app in the wallet's own menu. */
  disconnect(): void;
  /**
   * Announces itself on the page (EIP-6963), now and when asked. The function that it answers ends
   * that.
   */
  announce(page?: EventTarget): () => void;
}

const ACCOUNT = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const SIGNATURE = `0x${'11'.repeat(65)}`;
const HASH = `0x${'ab'.repeat(32)}`;

const toHex = (value: number) => `0x${value.toString(16)}`;

const rpcError = (code: number, message: string) => Object.assign(new Error(message), { code });

const readChain = (params: unknown): number =>
  Number((params as readonly { readonly chainId?: string }[] | undefined)?.[0]?.chainId);

const announceOn = (page: EventTarget, detail: object): (() => void) => {
  const tell = () => page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  page.addEventListener('eip6963:requestProvider', tell);
  tell();
  return () => page.removeEventListener('eip6963:requestProvider', tell);
};

const createListeners = () => {
  const listeners = new Map<string, Set<Listener>>();
  const of = (event: string) => {
    const known = listeners.get(event) ?? new Set();
    listeners.set(event, known);
    return known;
  };
  return {
    of,
    emit: (event: string, payload: unknown) => {
      for (const listener of [...of(event)]) listener(payload);
    },
  };
};

/** The wallet's state, and the events by which the app hears of changes. */
const createState = (
  options: TestWalletOptions,
  emit: (event: string, payload: unknown) => void,
) => {
  let accounts = options.accounts ?? [ACCOUNT];
  let chainId = options.chainId ?? 1;
  let isConnected = options.connected ?? false;
  const visible = () => (isConnected ? [...accounts] : []);
  return {
    visible,
    chainId: () => chainId,
    setConnected: (value: boolean) => {
      if (isConnected === value) return;
      isConnected = value;
      emit('accountsChanged', visible());
    },
    setAccounts: (...next: readonly string[]) => {
      accounts = next;
      if (isConnected) emit('accountsChanged', visible());
    },
    switchChain: (next: number) => {
      if (next === chainId) return;
      chainId = next;
      emit('chainChanged', toHex(chainId));
    },
  };
};

const createAnswers = (state: ReturnType<typeof createState>) =>
  new Map<string, unknown>([
    ['eth_accounts', state.visible],
    ['eth_chainId', () => toHex(state.chainId())],
    ['net_version', () => String(state.chainId())],
    [
      'eth_requestAccounts',
      () => {
        state.setConnected(true);
        return state.visible();
      },
    ],
    [
      'wallet_switchEthereumChain',
      (params: unknown) => {
        state.switchChain(readChain(params));
        return null;
      },
    ],
    [
      'wallet_revokePermissions',
      () => {
        state.setConnected(false);
        return null;
      },
    ],
    ['personal_sign', SIGNATURE],
    ['eth_signTypedData_v4', SIGNATURE],
    ['eth_sendTransaction', HASH],
    ['wallet_sendCalls', { id: HASH }],
  ]);

/** A wallet whose user approves everything until the test says otherwise. */
export const createTestWallet = (options: TestWalletOptions = {}): TestWallet => {
  const { name = 'Test Wallet', rdns = 'test.wallet' } = options;
  const { of, emit } = createListeners();
  const state = createState(options, emit);
  const answers = createAnswers(state);
  const calls: TestCall[] = [];
  const refusals: { readonly method: string; readonly code: number }[] = [];

  const provider: TestProvider = {
    request: async (call) => {
      calls.push(call);
      const { method, params } = call;
      const refused = refusals.findIndex((refusal) => refusal.method === method);
      const [refusal] = refused < 0 ? [] : refusals.splice(refused, 1);
      if (refusal) throw rpcError(refusal.code, `The test's user refused ${method}.`);
      if (!answers.has(method)) {
        throw rpcError(
          4200,
          `The test wallet has no ${method}. Give it one by answer('${method}', ...).`,
        );
      }
      const answer = answers.get(method);
      return typeof answer === 'function' ? answer(params) : answer;
    },
    on: (event, listener) => {
      of(event).add(listener);
      return provider;
    },
    removeListener: (event, listener) => {
      of(event).delete(listener);
      return provider;
    },
  };

  return {
    provider,
    calls,
    answer: (method, answer) => void answers.set(method, answer),
    rejectNext: (method, code = 4001) => void refusals.push({ method, code }),
    setAccounts: state.setAccounts,
    switchChain: state.switchChain,
    disconnect: () => state.setConnected(false),
    announce: (page = window) => {
      const info = Object.freeze({ uuid: rdns, name, rdns, icon: 'data:image/svg+xml,<svg/>' });
      return announceOn(page, Object.freeze({ info, provider }));
    },
  };
};
