// The spellings in which one wallet's address may be stored in events.
import { isEvmAddress, spellAddress } from '../evm-address.js';
import { invalidParameter } from './invalid-parameter.js';

const SOLANA = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/**
 * An EVM address is the same wallet in any letter case; senders write it with its checksum, in lower case, or
 * as they received it.
 *
 * @throws {DomainError} INVALID_VALIDATION_REQUEST when the text is not an address
 */
export function waysToWrite(address: string): readonly string[] {
  const text = address.trim();
  if (isEvmAddress(text)) {
    return [...new Set([spellAddress(text), text.toLowerCase(), text])];
  }
  if (SOLANA.test(text)) return [text];
  const message = `must be an EVM or Solana address; it is ${JSON.stringify(address)}`;
  throw invalidParameter('query.address', '', message);
}
