// The ways in which one wallet's address may stand in events.
import { isEvmAddress, spellAddress } from '../evm-address.js';
import { invalidParameter } from './invalid-parameter.js';

const SOLANA = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/**
 * An EVM address in any letter case means one wallet; senders write it with the checksum, in lower case
 * or as they got it.
 *
 * @throws {DomainError} INVALID_VALIDATION_REQUEST when the text is no address
 */
export function waysToWrite(address: string): readonly string[] {
  const text = address.trim();
  if (isEvmAddress(text)) {
    return [...new Set([spellAddress(text), text.toLowerCase(), text])];
  }
  if (SOLANA.test(text)) return [text];
  throw invalidParameter('query.address', '', 'must be the address of an EVM or Solana wallet');
}
