// Reads what a wallet is asked to sign. The tracker sends the text only with `privacy: { messages:
// true }`.

import { attempt } from '../core/attempt.js';
import { hashBytes, hashSigned, toBytes } from '../core/hash-message.js';
import { textOf } from '../core/plugins.js';
import { toPlain } from '../core/to-plain.js';
import type { Properties, SignatureEvent } from '../core/tracker-types.js';
import { isObject, read, readText } from './provider.js';

const SIGNING = /^(personal_sign|eth_sign|eth_signTypedData(_v[134])?)$/;

/** Methods whose first parameter is the signer. */
const SIGNER_FIRST = /^eth_sign$|_v[34]$/;

const isAddress = (value: unknown) => /^0x[0-9a-f]{40}$/i.test(textOf(value));
const HEX = /^0x([0-9a-f]{2})*$/i;

/** Recognises a sign-in by the first line of EIP-4361, or of Solana's version of it. */
export const isSignIn = (text: string, chain: 'Ethereum' | 'Solana'): boolean =>
  text.includes(` wants you to sign in with your ${chain} account:`);

/** What is known of a message before it is hashed, which takes time. */
export interface Message {
  readonly said: Partial<SignatureEvent>;
  /** Computes the hash; undefined where the wallet writes the message itself. */
  readonly hash: () => string | undefined;
}

const readPlain = (message: string): Message => {
  // The wallet waits while this runs: a text is converted to bytes only when it is hashed.
  const bytes = HEX.test(message)
    ? new Uint8Array(message.length / 2 - 1).map((_, index) =>
        Number.parseInt(message.slice(2 * index + 2, 2 * index + 4), 16),
      )
    : undefined;
  const text = bytes ? new TextDecoder().decode(bytes) : message;
  const isSiwe = isSignIn(text, 'Ethereum');
  return {
    said: {
      messageKind: isSiwe ? 'siwe' : 'text',
      // The nonce is left out: whoever knows it may be able to sign in as this user.
      message: isSiwe ? text.replace(/\nNonce: .*/, '') : text,
    },
    hash: () => hashSigned(bytes ?? toBytes(message)),
  };
};

/** Typed data: EIP-712, or the older list of typed values (`eth_signTypedData_v1`). */
const readTyped = (message: unknown): Message => {
  const text = typeof message === 'string' ? message : (JSON.stringify(toPlain(message)) ?? '');
  const data: unknown = attempt(() => JSON.parse(text));
  const domain = read(data, 'domain');
  return {
    said: {
      messageKind: 'typed_data',
      message: text,
      primaryType: readText(data, 'primaryType'),
      ...(isObject(domain) && { domain: domain as Properties }),
    },
    hash: () => hashBytes(toBytes(text)),
  };
};

/** What is signed and by whom; undefined when `method` does not sign. */
export const readMessage = (method: string, params: unknown): Message | undefined => {
  // Connecting and signing in at once (ERC-7846): the wallet writes the message.
  if (read(read(read(params, 0), 'capabilities'), 'signInWithEthereum'))
    return { said: { messageKind: 'siwe' }, hash: () => undefined };
  if (!SIGNING.test(method)) return undefined;
  const [first, second] = [read(params, 0), read(params, 1)];
  // Some apps swap signer and message, and wallets accept that.
  const isSignerFirst =
    isAddress(first) === isAddress(second) ? SIGNER_FIRST.test(method) : isAddress(first);
  const [signer, message] = isSignerFirst ? [first, second] : [second, first];
  const { said, hash } = method.includes('Typed') ? readTyped(message) : readPlain(textOf(message));
  // The signer is taken only when it is an address: an app without an account may pass a text
  // there.
  return { said: { ...said, ...(isAddress(signer) && { address: textOf(signer) }) }, hash };
};
