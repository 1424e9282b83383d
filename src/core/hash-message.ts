// The hash by which a signed message can be recognised without sending its text.
import { keccak256 } from './keccak256.js';

/** The text in UTF-8, without `TextEncoder`, which not every runtime has. */
export const toBytes = (text: string): Uint8Array =>
  Uint8Array.from(
    encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')).replace(/%(..)/g, (_, byte) =>
      String.fromCharCode(Number.parseInt(byte, 16)),
    ),
    (byte) => byte.charCodeAt(0),
  );

export const hashBytes = (bytes: Uint8Array): string => `0x${keccak256(bytes)}`;

/** The hash that `personal_sign` signs (EIP-191), as ethers' and viem's `hashMessage` answer it. */
export const hashSigned = (bytes: Uint8Array): string =>
  hashBytes(
    Uint8Array.from([...toBytes(`\x19Ethereum Signed Message:\n${bytes.length}`), ...bytes]),
  );

/** The same for a message that is given as text. */
export const hashMessage = (message: string): string => hashSigned(toBytes(message));
