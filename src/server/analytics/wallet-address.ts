// The ways in which one wallet's address may stand in events.
import { getAddress } from 'ethers/address';
import { invalidParameter } from './invalid-parameter.js';

const EVM = /^0x[0-9a-f]{40}$/i;
const SOLANA = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/**
 * An EVM address in any letter case means one wallet; senders write it with the checksum, in lower case
 * or as they got it.
 *
 * @throws {DomainError} INVALID_VALIDATION_REQUEST when the text is no address
 */
export function waysToWrite(address: string): readonly string[] {
  const text = address.trim();
  if (EVM.test(text)) {
    const lower = text.toLowerCase();
    return [...new Set([getAddress(lower), lower, text])];
  }
  if (SOLANA.test(text)) return [text];
  throw invalidParameter('query.address', '', 'must be the address of an EVM or Solana wallet');
}
