// A fake wallet: an EIP-1193 provider with scripted answers, which remembers its calls.
import { settle } from '../core/fakes.js';

export const ACCOUNT = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
export const OTHER_ACCOUNT = '0x52908400098527886E0F7030069857D2E4169EE7';
export const HASH = `0x${'ab'.repeat(32)}`;
export const SIGNATURE = `0x${'11'.repeat(65)}`;

/** A request to sign; a new object each time, as in an app. */
export const sign = () => ({ method: 'personal_sign', params: ['hello', ACCOUNT] });

type Listener = (payload: unknown) => void;
export type Answer = (params: unknown) => unknown;

export interface Request {
  readonly method: string;
  readonly params?: unknown;
}

export interface FakeProvider {
  request: (request: Request, ...more: unknown[]) => Promise<unknown>;
  on: (event: string, listener: Listener) => unknown;
  removeListener: (event: string, listener: Listener) => unknown;
  [key: string]: unknown;
}

export const rpcError = (code?: number | string, more: object = {}): Error =>
  Object.assign(new Error(`wallet says ${code}`), { code }, more);

/** A wallet that is not connected yet and that approves everything. */
export const createFakeWallet = (overrides: Readonly<Record<string, Answer>> = {}) => {
  const listeners = new Map<string, Listener[]>();
  /** Every call as the wallet received it. */
  const calls: { readonly self: unknown; readonly input: readonly unknown[] }[] = [];
  const state = { accounts: [ACCOUNT.toLowerCase()], chainId: '0x1', isPermitted: false };
  const answers: Record<string, Answer> = {
    eth_accounts: () => (state.isPermitted ? state.accounts : []),
    eth_chainId: () => state.chainId,
    eth_requestAccounts: () => {
      state.isPermitted = true;
      return state.accounts;
    },
    wallet_switchEthereumChain: (params) => {
      state.chainId = (params as readonly { chainId: string }[])[0]?.chainId ?? state.chainId;
      return null;
    },
    wallet_revokePermissions: () => {
      state.isPermitted = false;
      return null;
    },
    personal_sign: () => SIGNATURE,
    eth_sign: () => SIGNATURE,
    eth_signTypedData: () => SIGNATURE,
    eth_signTypedData_v1: () => SIGNATURE,
    eth_signTypedData_v3: () => SIGNATURE,
    eth_signTypedData_v4: () => SIGNATURE,
    eth_sendTransaction: () => HASH,
    wallet_sendTransaction: () => HASH,
    eth_sendRawTransaction: () => HASH,
    wallet_sendCalls: () => ({ id: 'batch-1' }),
    ...overrides,
  };
  const answer = async ({ method, params }: Request): Promise<unknown> => {
    const run = answers[method];
    if (!run) throw rpcError(4200);
    return run(params);
  };
  const provider: FakeProvider = {
    async request(...input) {
      calls.push({ self: this, input });
      return answer(input[0]);
    },
    on: (event, listener) => void listeners.set(event, [...(listeners.get(event) ?? []), listener]),
    removeListener: (event, listener) => {
      const left = (listeners.get(event) ?? []).filter((known) => known !== listener);
      listeners.set(event, left);
    },
  };
  return {
    provider,
    calls,
    state,
    answers,
    answer,
    /** The methods that were called, in order. */
    methods: () => calls.map(({ input }) => (input[0] as Request).method),
    listenerCount: () => [...listeners.values()].flat().length,
    emit: (event: string, payload?: unknown) => {
      for (const listener of listeners.get(event) ?? []) listener(payload);
    },
    /** Requests accounts as an app does, and waits until everything that follows has happened. */
    connect: async () => {
      await provider.request({ method: 'eth_requestAccounts' });
      await settle();
    },
    /** Changes the chain as from the wallet's own menu. */
    switchChain: (chainId: unknown) => {
      state.chainId = chainId as string;
      for (const listener of listeners.get('chainChanged') ?? []) listener(chainId);
    },
    /**
     * Changes or adds accounts as from the wallet's own menu; without arguments locks the wallet.
     */
    setAccounts: (...accounts: string[]) => {
      state.accounts = accounts;
      for (const listener of listeners.get('accountsChanged') ?? []) listener(accounts);
    },
  };
};

export type FakeWallet = ReturnType<typeof createFakeWallet>;
