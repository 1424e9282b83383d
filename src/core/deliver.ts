// Sends one batch and settles what the answer says, splitting it where the server refuses a part.
import type { Entry } from './backlog.js';
import { bodyOf } from './batch.js';
import type { Clock, SendResult, Transport } from './ports.js';
import type { Queue } from './queue.js';

export interface DeliverOptions {
  readonly queue: Queue;
  readonly transport: Transport;
  readonly clock: Clock;
  /** `refused`: how many events of the batch the server put into quarantine. */
  readonly onDelivered: (refused: number | undefined) => void;
  /** The batch has to be sent again. `afterMs`: how long the server asked to wait, if it did. */
  readonly onRetry: (afterMs: number | undefined) => void;
  /** Number of the write key in use: one higher with each new key. */
  readonly keyNumber: () => number;
  /** The server refused the write key of that number. */
  readonly onUnauthorized: (detail: string, keyNumber: number) => void;
  /** A body of this length is too large for the server. */
  readonly onTooLarge: (bytes: number) => void;
}

/** Whether sending may go on with the next batch. */
export type Outcome = 'settled' | 'stopped';

/** Answers the function that sends one batch, whose entries must be marked as out. */
export const createDeliver = (options: DeliverOptions) => {
  const { queue, transport, clock } = options;

  const splitOrDrop = async (
    batch: readonly Entry[],
    result: SendResult & { readonly kind: 'tooLarge' | 'rejected' },
  ): Promise<Outcome> => {
    const [only] = batch;
    if (only && batch.length === 1) {
      if (result.kind === 'tooLarge') queue.drop(only, 'too_large', `${only.bytes} bytes`);
      else queue.drop(only, 'invalid', result.detail);
      return 'settled';
    }
    const middle = Math.ceil(batch.length / 2);
    if ((await deliver(batch.slice(0, middle))) === 'settled') return deliver(batch.slice(middle));
    queue.putBack(batch.slice(middle));
    return 'stopped';
  };

  const deliver = async (given: readonly Entry[]): Promise<Outcome> => {
    // Entries may be gone, as from the second half of a split batch: consent was withdrawn since,
    // or a page's last request has delivered them.
    const batch = given.filter(queue.has);
    if (!batch[0]) return 'settled';
    const keyNumber = options.keyNumber();
    const result = await transport.send(() => bodyOf(batch, clock.now()), { last: false });
    if (result.kind === 'delivered') {
      queue.delivered(batch);
      options.onDelivered(result.refused);
      return 'settled';
    }
    if (result.kind === 'tooLarge') {
      if (batch.length > 1) options.onTooLarge(bodyOf(batch, clock.now()).length);
      return splitOrDrop(batch, result);
    }
    if (result.kind === 'rejected' && result.reason === 'invalid') {
      return splitOrDrop(batch, result);
    }
    queue.putBack(batch);
    if (result.kind === 'retry') options.onRetry(result.afterMs);
    else options.onUnauthorized(result.detail, keyNumber);
    return 'stopped';
  };

  return deliver;
};
