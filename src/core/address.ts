// Writes addresses in one way, so that the same account is the same text wherever it came from.
import { keccak256 } from './keccak256.js';

const EVM_ADDRESS = /^0x[0-9a-f]{40}$/i;

/** More accounts than one visitor has. Bounds the memory of a page that runs for days. */
const MOST_REMEMBERED = 50;

/** An EVM address with its EIP-55 checksum; anything else (a Solana address, a name) as it is. */
export const toChecksumAddress = (address: string): string => {
  if (!EVM_ADDRESS.test(address)) return address;
  const digits = address.slice(2).toLowerCase();
  const hash = keccak256(Uint8Array.from(digits, (digit) => digit.charCodeAt(0)));
  const write = (digit: string, index: number) =>
    (hash[index] as string) > '7' ? digit.toUpperCase() : digit;
  return `0x${[...digits].map(write).join('')}`;
};

/**
 * Answers a `toChecksumAddress` that caches its results, since hashing takes time. The cache starts
 * over when it holds `mostRemembered` addresses.
 */
export const createAddressWriter = (
  mostRemembered = MOST_REMEMBERED,
): ((address: string) => string) => {
  const known = new Map<string, string>();
  return (address) => {
    const written = known.get(address) ?? toChecksumAddress(address);
    if (known.size >= mostRemembered) known.clear();
    known.set(address, written);
    return written;
  };
};
