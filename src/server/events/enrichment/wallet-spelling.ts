// One way to write each wallet, so that it counts once whoever sent it.
import { getAddress } from 'ethers/address';

const EVM = /^0[xX][0-9a-fA-F]{40}$/;

/** EVM in any letter case: with its checksum (EIP-55, decision N-25). Anything else: as it is. */
export const spellWallet = (address: string): string =>
  EVM.test(address) ? getAddress(address.toLowerCase()) : address;
