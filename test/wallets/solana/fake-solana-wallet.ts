// A fake Wallet Standard wallet, in the forms in which wallets are written, with scripted answers.
import { onTestFinished } from 'vitest';
import { settle } from '../../core/fakes.js';

/** A key of 32 bytes in base58. */
export const ACCOUNT = 'FwBWFR82AhEZnKEmKWMbXxoVeeGpDLEhHhgrgVb9vRya';
export const OTHER_ACCOUNT = 'So11111111111111111111111111111111111111112';
export const SIGNATURE_BYTES = new Uint8Array(64).fill(1);
/** `SIGNATURE_BYTES` in base58. */
export const SIGNATURE =
  '2AXDGYSE4f2sz7tvMMzyHvUfcoJmxudvdhBcmiUSo6ijwfYmfZYsKRxboQMPh3R4kUhXRVdtSXFXMheka4Rc4P2';

export type Feature = Readonly<Record<string, unknown>>;
export type Features = Readonly<Record<string, Feature>>;
type Answer = (...input: readonly never[]) => unknown;

/** How the wallet's object is built. */
export type Form = 'plain' | 'class' | 'frozen class' | 'deep frozen';

export interface FakeSolanaOptions {
  readonly form?: Form;
  readonly name?: string;
  readonly chains?: readonly string[];
  readonly answers?: Readonly<Record<string, Answer>>;
}

interface Change {
  readonly accounts?: readonly object[];
  readonly features?: Features;
}

export const accountOf = (address: string, chains = ['solana:mainnet', 'solana:devnet']) =>
  Object.freeze({ address, publicKey: new Uint8Array(32), chains, features: [] });

/**
 * A signed transaction before version 1: the number of signatures, the signatures, then the
 * message.
 */
export const signedBytes = (signature = SIGNATURE_BYTES) =>
  Uint8Array.from([1, ...signature, 0x80, 1, 0, 1]);

const answersOf = (state: { accounts: readonly object[]; granted: readonly object[] }) => ({
  connect: () => {
    state.accounts = state.granted;
    return { accounts: state.accounts };
  },
  disconnect: () => {
    state.accounts = [];
  },
  signMessage: (...inputs: { message: Uint8Array }[]) =>
    inputs.map(({ message }) => ({ signedMessage: message, signature: SIGNATURE_BYTES })),
  signIn: () => [
    {
      account: state.granted[0],
      signedMessage: new TextEncoder().encode(signInText()),
      signature: SIGNATURE_BYTES,
    },
  ],
  signTransaction: (...inputs: object[]) =>
    inputs.map(() => ({ signedTransaction: signedBytes() })),
  signAndSendTransaction: (...inputs: object[]) =>
    inputs.map(() => ({ signature: SIGNATURE_BYTES })),
  signAndSendAllTransactions: (inputs: object[]) =>
    inputs.map(() => ({ status: 'fulfilled', value: { signature: SIGNATURE_BYTES } })),
});

export const signInText = (nonce = '32891756') =>
  `dapp.example wants you to sign in with your Solana account:\n${ACCOUNT}\n\nNonce: ${nonce}\nIssued At: 2026-01-01T00:00:00Z`;

const deepFreeze = <T extends object>(value: T): T => {
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner);
  }
  return Object.freeze(value);
};

const makeWallet = (form: Form, base: object, readFeatures: () => Features): object => {
  if (form === 'plain') return { ...base, features: readFeatures() };
  if (form === 'deep frozen')
    return Object.freeze({ ...base, features: deepFreeze(readFeatures()) });
  // As the example of the Wallet Standard: private, frozen, with new feature objects at each
  // access.
  class Wallet {
    readonly #features = readFeatures;
    constructor() {
      Object.assign(this, base);
      if (form === 'frozen class') Object.freeze(this);
    }
    get features() {
      return this.#features();
    }
  }
  return new Wallet();
};

export const createFakeSolanaWallet = (options: FakeSolanaOptions = {}) => {
  const { form = 'class', name = 'Ghost', chains = ['solana:mainnet', 'solana:devnet'] } = options;
  const state = { accounts: [] as readonly object[], granted: [accountOf(ACCOUNT)] as object[] };
  const listeners = new Set<(change: Change) => void>();
  /** Every call as the wallet received it. */
  const calls: { readonly method: string; readonly self: unknown; readonly input: unknown[] }[] =
    [];
  const answers: Record<string, Answer> = { ...answersOf(state), ...options.answers };
  // The functions stay the same, whatever object contains them.
  const functions = Object.fromEntries(
    Object.keys(answers).map((method) => [
      method,
      async function (this: unknown, ...input: never[]) {
        calls.push({ method, self: this, input });
        return answers[method]?.(...input);
      },
    ]),
  );
  const on = (name: 'change', listener: (change: Change) => void) => {
    if (name !== 'change') throw new Error(`There is no event ${name}.`);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const nameOf = (method: string) =>
    /connect$/.test(method) ? `standard:${method}` : `solana:${method}`;
  const readFeatures = (): Features => ({
    'standard:events': { version: '1.0.0', on },
    ...Object.fromEntries(
      Object.entries(functions).map(([method, run]) => [
        nameOf(method),
        { version: '1.0.0', [method]: run },
      ]),
    ),
  });
  const base = { version: '1.0.0', name, icon: 'data:image/svg+xml,<svg/>', chains };
  const wallet = makeWallet(form, base, readFeatures) as { readonly features: Features };
  if (Object.isExtensible(wallet)) {
    Object.defineProperty(wallet, 'accounts', { get: () => state.accounts, enumerable: true });
  }

  /** Calls a feature's function as an app does. */
  const call = (method: string, ...input: unknown[]): Promise<unknown> => {
    const feature = wallet.features[nameOf(method)] as Feature;
    return (feature[method] as (...given: unknown[]) => Promise<unknown>)(...input);
  };
  return {
    wallet,
    call,
    calls,
    answers,
    state,
    functions,
    listenerCount: () => listeners.size,
    change: (change: Change) => {
      for (const listener of listeners) listener(change);
    },
    connect: async () => {
      await call('connect');
      await settle();
    },
    /** Registers as wallets do: at once, and when an app announces that it is ready. */
    register: () => {
      const callback = ({ register }: { register: (wallet: object) => unknown }) =>
        register(wallet);
      const onReady = (event: Event) => callback((event as CustomEvent).detail);
      window.addEventListener('wallet-standard:app-ready', onReady);
      window.dispatchEvent(
        new CustomEvent('wallet-standard:register-wallet', { detail: callback }),
      );
      onTestFinished(() => window.removeEventListener('wallet-standard:app-ready', onReady));
    },
  };
};

export type FakeSolanaWallet = ReturnType<typeof createFakeSolanaWallet>;
