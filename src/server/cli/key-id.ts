// The id of a key that a command names. Whoever revokes a key has the key at hand, and its id not.
import { type Call, UsageError } from './command.js';

/** @throws {UsageError} for a key itself, which is not repeated: it may be a secret */
export function keyId(call: Call, list: 'keys list' | 'writekey list'): string {
  const given = call.positional(0);
  if (!/^(ct_|ey)/.test(given)) return given;
  throw new UsageError(
    list === 'keys list'
      ? 'That is a key itself. Name its id: chaintrail keys list shows it beside the last characters of the key.'
      : 'That is a key itself. Name its id: chaintrail writekey list --json shows both.',
  );
}
