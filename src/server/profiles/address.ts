// Addresses of wallets: which texts are one, and how they are stored (decision N-25).
import { decodeBase58, toBeArray } from 'ethers/utils';
import { isEvmAddress } from '../evm-address.js';

const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const SOLANA_BYTES = 32;
const NAME = /^[^\s./]+(?:\.[^\s./]+)+$/u;

/**
 * The form in which a wallet is stored: EVM in lower case, Solana as it is.
 *
 * @returns `undefined` for a text that is no address
 */
export function walletOf(text: string): string | undefined {
  if (isEvmAddress(text)) return text.toLowerCase();
  return BASE58.test(text) && isSolana(text) ? text : undefined;
}

/** Whether a text may be a name that stands for an address, such as `vitalik.eth`. */
export const isName = (text: string): boolean => text.length <= 255 && NAME.test(text);

/** 32 bytes in base58, where each leading `1` is a byte of zero. */
function isSolana(text: string): boolean {
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  const value = decodeBase58(text);
  // `toBeArray` writes zero as no bytes.
  return zeros + toBeArray(value).length === SOLANA_BYTES;
}
