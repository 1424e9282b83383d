// The id of an event, by which repetitions are found.
import type { WireEvent } from '../../protocol/events.js';
import type { Caller } from './caller.js';

/** The ids of the logs that the server reads from a chain begin with this. */
export const LOG_ID_PREFIX = 'log:';

/**
 * The ids of logs can be computed from the chain, and the write key is public. If senders could use them, anyone
 * could send an event under the id of a log before the server reads it, and the log would count as its repetition.
 */
export function messageIdOf(
  { message_id: given }: WireEvent,
  caller: Caller,
  newMessageId: () => string,
): string {
  if (!given) return newMessageId();
  return given.startsWith(LOG_ID_PREFIX) && caller.isServer !== true ? `sent:${given}` : given;
}
