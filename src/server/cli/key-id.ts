// Reads the id of a key. Whoever revokes a key often has the key itself at hand, and passes that.
import { API_KEY_PREFIX, WRITE_KEY_PREFIX } from '../keys/key-prefixes.js';
import { type Call, UsageError } from './command.js';

/** @throws {UsageError} when a key is given instead of its id; the message leaves it out, as it may be a secret */
export function keyId(call: Call, list: 'keys list' | 'writekey list'): string {
  const given = call.positional(0);
  if (![API_KEY_PREFIX, WRITE_KEY_PREFIX].some((prefix) => given.startsWith(prefix))) return given;
  throw new UsageError(
    list === 'keys list'
      ? 'That is a key itself. Name its id: chaintrail keys list shows it beside the last characters of the key.'
      : 'That is a key itself. Name its id: chaintrail writekey list --json shows both.',
  );
}
