// EVM addresses: which texts are one, and the single spelling in which they are shown (decision N-25).
import { getAddress } from 'ethers/address';

const EVM = /^0[xX][0-9a-fA-F]{40}$/;

/** Accepts any letter case; the checksum is not checked. */
export const isEvmAddress = (text: string): boolean => EVM.test(text);

/**
 * An EVM address in any letter case gets its checksum spelling (EIP-55). Any other address, such as Solana's,
 * stays as it is. Both are trimmed, since a wallet stored with white space would never be found again.
 */
export const spellAddress = (text: string): string => {
  const address = text.trim();
  return isEvmAddress(address) ? getAddress(address.toLowerCase()) : address;
};
