// Reads what a wallet is asked to sign. The tracker tells the text only where the app asked for it.

import { attempt } from '../core/attempt.js';
import { hashBytes, hashSigned, toBytes } from '../core/hash-message.js';
import { textOf } from '../core/plugins.js';
import { toPlain } from '../core/to-plain.js';
import type { Properties, SignatureEvent } from '../core/tracker-types.js';
import { isObject, read, readText } from './provider.js';

const SIGNING = /^(personal_sign|eth_sign|eth_signTypedData(_v[134])?)$/;

/** These take the signer first. */
const SIGNER_FIRST = /^eth_sign$|_v[34]$/;

const isAddress = (value: unknown) => /^0x[0-9a-f]{40}$/i.test(textOf(value));
const HEX = /^0x([0-9a-f]{2})*$/i;

/** By the first line of EIP-4361, and of what Solana made of it. */
export const isSignIn = (text: string, chain: 'Ethereum' | 'Solana'): boolean =>
  text.includes(` wants you to sign in with your ${chain} account:`);

/** What of a message is known without hashing it, which takes its time. */
export interface Message {
  readonly said: Partial<SignatureEvent>;
  /** Undefined where the message is the wallet's own. */
  readonly hash: () => string | undefined;
}

const readPlain = (message: string): Message => {
  // While it is read, the wallet waits: text is not made bytes before.
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
      // Whoever has the nonce may sign in as this user.
      message: isSiwe ? text.replace(/\nNonce: .*/, '') : text,
    },
    hash: () => hashSigned(bytes ?? toBytes(message)),
  };
};

/** EIP-712, and the older list of typed values. */
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
  // Some apps swap the two, and wallets let them.
  const isSignerFirst =
    isAddress(first) === isAddress(second) ? SIGNER_FIRST.test(method) : isAddress(first);
  const [signer, message] = isSignerFirst ? [first, second] : [second, first];
  const { said, hash } = method.includes('Typed') ? readTyped(message) : readPlain(textOf(message));
  // Where an app has no account yet, what stands in its place may be the text.
  return { said: { ...said, ...(isAddress(signer) && { address: textOf(signer) }) }, hash };
};
