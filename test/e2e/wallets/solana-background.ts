// The part of the Solana wallet outside the page: its key, created with kit, and its scripted user.
import {
  createKeyPairFromPrivateKeyBytes,
  getAddressFromPublicKey,
  getBase58Encoder,
  getTransactionDecoder,
  getTransactionEncoder,
  partiallySignTransaction,
  signBytes,
} from '@solana/kit';
import type { WalletAnswer, WalletQuestion } from './page/solana-wallet.js';
import type { SolanaCluster } from './solana-cluster.js';

export interface SolanaBackground {
  readonly address: string;
  /** The methods that the page called, in order. */
  readonly asked: readonly string[];
  /** The user rejects the next request. */
  rejectNext(): void;
  answer(question: WalletQuestion): Promise<WalletAnswer>;
}

/** Not secret: anybody can create this key. */
const SECRET = new Uint8Array(32).fill(7);

/** Enough for the test's transfers and their fees. Lamports. */
const FUNDS = 10_000_000_000n;

export const createSolanaBackground = async (cluster: SolanaCluster): Promise<SolanaBackground> => {
  const keys = await createKeyPairFromPrivateKeyBytes(SECRET);
  const address = await getAddressFromPublicKey(keys.publicKey);
  cluster.fund(address, FUNDS);
  const account = { address, publicKey: [...getBase58Encoder().encode(address)] };
  const asked: string[] = [];
  let isConnected = false;
  let isRejecting = false;

  const sign = async (bytes: readonly number[]) => [
    ...(await signBytes(keys.privateKey, Uint8Array.from(bytes))),
  ];
  const signTransaction = async (bytes: readonly number[]) => {
    const transaction = getTransactionDecoder().decode(Uint8Array.from(bytes));
    return getTransactionEncoder().encode(await partiallySignTransaction([keys], transaction));
  };
  const signIn = async () => {
    const text = `127.0.0.1 wants you to sign in with your Solana account:\n${address}\n\nNonce: 32891756`;
    const signed = [...Buffer.from(text)];
    return { ...account, signed, signature: await sign(signed) };
  };

  const approve = async ({ method, bytes = [] }: WalletQuestion): Promise<WalletAnswer> => {
    if (method === 'accounts') return isConnected ? account : {};
    isConnected = method !== 'disconnect';
    if (method === 'connect') return account;
    if (method === 'disconnect') return {};
    if (method === 'signIn') return signIn();
    if (method === 'signMessage') return { signature: await sign(bytes) };
    const signed = await signTransaction(bytes);
    if (method === 'signTransaction') return { signed: [...signed] };
    const hash = cluster.send(Uint8Array.from(signed));
    return { signature: [...getBase58Encoder().encode(hash)] };
  };
  return {
    address,
    asked,
    rejectNext: () => {
      isRejecting = true;
    },
    answer: async (question) => {
      asked.push(question.method);
      if (!isRejecting) return approve(question);
      isRejecting = false;
      return { error: { code: 4001, message: 'User rejected the request.' } };
    },
  };
};
