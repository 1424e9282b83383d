// Reads the id of a key. Whoever revokes a key often has the key itself at hand, and passes that.
import { type Call, UsageError } from './command.js';

/** @throws {UsageError} when a key is given instead of its id; the message leaves it out, as it may be a secret */
export function keyId(call: Call, list: 'keys list' | 'writekey list'): string {
  const given = call.positional(0);
  if (!/^(ct_|ey)/.test(given)) return given;
  throw new UsageError(
    list === 'keys list'
      ? 'That is a key itself. Name its id: chaintrail keys list shows it beside the last characters of the key.'
      : 'That is a key itself. Name its id: chaintrail writekey list --json shows both.',
  );
}
