// A Wallet Standard wallet in the page; its user and its keys are in the test.

import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignInFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features';
import type { IdentifierString, Wallet, WalletAccount } from '@wallet-standard/base';
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
  StandardEventsListeners,
} from '@wallet-standard/features';

/** A request to the test's part of the wallet. */
export interface WalletQuestion {
  readonly method:
    | 'accounts'
    | 'connect'
    | 'disconnect'
    | 'signIn'
    | 'signMessage'
    | 'signTransaction'
    | 'signAndSendTransaction';
  /** The bytes to sign; messages to the test cannot contain typed arrays. */
  readonly bytes?: readonly number[];
}

export interface WalletAnswer {
  readonly address?: string;
  readonly publicKey?: readonly number[];
  readonly signed?: readonly number[];
  readonly signature?: readonly number[];
  /** The user rejected it, with the error that wallets use. */
  readonly error?: { readonly code: number; readonly message: string };
}

declare global {
  interface Window {
    /** Defined by the test. */
    askSolanaWallet(question: WalletQuestion): Promise<WalletAnswer>;
  }
}

type Features = StandardConnectFeature &
  StandardDisconnectFeature &
  StandardEventsFeature &
  SolanaSignAndSendTransactionFeature &
  SolanaSignInFeature &
  SolanaSignMessageFeature &
  SolanaSignTransactionFeature;

const CHAINS: readonly IdentifierString[] = ['solana:localnet'];

const ask = async (question: WalletQuestion): Promise<WalletAnswer> => {
  const answer = await window.askSolanaWallet(question);
  if (answer.error) throw Object.assign(new Error(answer.error.message), answer.error);
  return answer;
};
const toBytes = (list: readonly number[] = []) => Uint8Array.from(list);
const each = <Input, Output>(inputs: readonly Input[], run: (input: Input) => Promise<Output>) =>
  Promise.all(inputs.map(run));

/**
 * As the example of the standard: a class with private fields, and new feature objects at each
 * access.
 */
class LocalWallet implements Wallet {
  readonly version = '1.0.0';
  readonly name = 'Local Wallet';
  readonly icon = 'data:image/svg+xml;base64,PHN2Zy8+';
  readonly chains = CHAINS;
  readonly #listeners = new Set<StandardEventsListeners['change']>();
  #accounts: readonly WalletAccount[] = [];

  get accounts() {
    return this.#accounts;
  }

  get features(): Features {
    return {
      'standard:events': {
        version: '1.0.0',
        on: (_, listener) => {
          this.#listeners.add(listener);
          return () => void this.#listeners.delete(listener);
        },
      },
      'standard:connect': { version: '1.0.0', connect: this.#connect },
      'standard:disconnect': { version: '1.0.0', disconnect: this.#disconnect },
      'solana:signIn': { version: '1.0.0', signIn: this.#signIn },
      'solana:signMessage': { version: '1.1.0', signMessage: this.#signMessage },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: this.#signTransaction,
      },
      'solana:signAndSendTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signAndSendTransaction: this.#signAndSend,
      },
    };
  }

  #take({ address, publicKey }: WalletAnswer) {
    const account = address && {
      address,
      publicKey: toBytes(publicKey),
      chains: CHAINS,
      features: Object.keys(this.features) as IdentifierString[],
    };
    this.#accounts = account ? [account] : [];
    for (const listener of this.#listeners) listener({ accounts: this.#accounts });
  }

  #connect: StandardConnectFeature['standard:connect']['connect'] = async (input) => {
    this.#take(await ask({ method: input?.silent ? 'accounts' : 'connect' }));
    return { accounts: this.#accounts };
  };

  #disconnect = async () => this.#take(await ask({ method: 'disconnect' }));

  #signIn: SolanaSignInFeature['solana:signIn']['signIn'] = async () => {
    const answer = await ask({ method: 'signIn' });
    this.#take(answer);
    const { signed, signature } = answer;
    return this.#accounts.map((account) => ({
      account,
      signedMessage: toBytes(signed),
      signature: toBytes(signature),
    }));
  };

  #signMessage: SolanaSignMessageFeature['solana:signMessage']['signMessage'] = (...inputs) =>
    each(inputs, async ({ message }) => {
      const { signature } = await ask({ method: 'signMessage', bytes: [...message] });
      return { signedMessage: message, signature: toBytes(signature) };
    });

  #signTransaction: SolanaSignTransactionFeature['solana:signTransaction']['signTransaction'] = (
    ...inputs
  ) =>
    each(inputs, async ({ transaction }) => {
      const { signed } = await ask({ method: 'signTransaction', bytes: [...transaction] });
      return { signedTransaction: toBytes(signed) };
    });

  #signAndSend: SolanaSignAndSendTransactionFeature['solana:signAndSendTransaction']['signAndSendTransaction'] =
    (...inputs) =>
      each(inputs, async ({ transaction }) => {
        const { signature } = await ask({
          method: 'signAndSendTransaction',
          bytes: [...transaction],
        });
        return { signature: toBytes(signature) };
      });
}

const wallet = new LocalWallet();
const register = ({ register: take }: { register: (wallet: Wallet) => unknown }) => take(wallet);
window.addEventListener('wallet-standard:app-ready', (event) =>
  register((event as CustomEvent).detail),
);
window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
