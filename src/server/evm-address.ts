// EVM addresses: which texts are one, and the one way in which they are shown (decision N-25).
import { getAddress } from 'ethers/address';

const EVM = /^0[xX][0-9a-fA-F]{40}$/;

/** In any letter case, be its checksum right or not. */
export const isEvmAddress = (text: string): boolean => EVM.test(text);

/**
 * EVM in any letter case: with its checksum (EIP-55). Anything else, such as Solana: as it is. Of both
 * without white space around it, since nobody would find that wallet again.
 */
export const spellAddress = (text: string): string => {
  const address = text.trim();
  return isEvmAddress(address) ? getAddress(address.toLowerCase()) : address;
};
