// Reads what a Wallet Standard wallet tells: its Solana accounts, the bytes that it signed.
import { keccak256 } from '../core/keccak256.js';
import type { SignatureEvent } from '../core/tracker-types.js';
import { toBase58 } from './base58.js';
import { read, readText } from './provider.js';
import { isSignIn } from './read-message.js';

const SOLANA = 'solana:';

/**
 * The chain that is assumed for a wallet that has several: nothing says which of them the app uses.
 */
const MAINNET = `${SOLANA}mainnet`;

const SIGNATURE_BYTES = 64;

/** The Solana chains of a wallet or an account; undefined when it names no chains at all. */
const chainsOf = (value: unknown): readonly string[] | undefined => {
  const chains = read(value, 'chains');
  return Array.isArray(chains)
    ? chains.filter((chain) => String(chain).startsWith(SOLANA))
    : undefined;
};

export const isSolanaWallet = (wallet: unknown): boolean => Boolean(chainsOf(wallet)?.length);

export const readChain = (wallet: unknown): string | undefined => {
  const chains = chainsOf(wallet) ?? [];
  return chains.includes(MAINNET) ? MAINNET : chains[0];
};

/** The addresses of `value.accounts` that are on Solana; undefined when it has no accounts to tell. */
export const readAddresses = (value: unknown): readonly string[] | undefined => {
  const accounts = read(value, 'accounts');
  if (!Array.isArray(accounts)) return undefined;
  return accounts.flatMap((account: unknown) =>
    chainsOf(account)?.length === 0 ? [] : (readText(account, 'address') ?? []),
  );
};

const readBytes = (value: unknown, key: string): Uint8Array | undefined => {
  const bytes = read(value, key);
  // Bytes of another realm, such as a frame, are no instance of this page's Uint8Array.
  return ArrayBuffer.isView(bytes) ? (bytes as Uint8Array) : undefined;
};

/**
 * Reads the message in the bytes at `key`. The nonce of a sign-in is left out: whoever knows it may
 * be able to sign in as this user.
 */
export const readSolanaMessage = (value: unknown, key: string): Partial<SignatureEvent> => {
  const bytes = readBytes(value, key);
  if (!bytes) return {};
  const text = new TextDecoder().decode(bytes);
  return {
    messageKind: isSignIn(text, 'Solana') ? 'siws' : 'text',
    messageHash: `0x${keccak256(bytes)}`,
    message: text.replace(/^Nonce: .*\n?/m, ''),
  };
};

/**
 * The first signature is the transaction's hash. Signatures come before the message, but after it
 * in version 1 (SIMD-0385).
 */
const firstSignature = (signed: Uint8Array): Uint8Array => {
  const [first = 0, count = 0] = signed;
  const at = first < 0x80 ? 1 : signed.length - count * SIGNATURE_BYTES;
  return signed.slice(at, at + SIGNATURE_BYTES);
};

/** The transaction's hash; undefined while its fee payer has yet to sign. */
export const readHash = (output: unknown): string | undefined => {
  const signed = readBytes(output, 'signedTransaction');
  const signature = readBytes(output, 'signature') ?? (signed && firstSignature(signed));
  return signature?.some(Boolean) ? toBase58(signature) : undefined;
};
