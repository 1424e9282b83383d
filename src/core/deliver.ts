// Sends one batch and settles what the answer says, splitting it where the server refuses a part.
import type { Entry } from './backlog.js';
import { bodyOf } from './batch.js';
import type { Clock, SendResult, Transport } from './ports.js';
import type { Queue } from './queue.js';

export interface DeliverOptions {
  readonly queue: Queue;
  readonly transport: Transport;
  readonly clock: Clock;
  /** `refused`: how many of the events the server keeps aside. */
  readonly onDelivered: (refused: number | undefined) => void;
  /** Nothing more may be sent before the time that this leads to. */
  readonly onRetry: (afterMs: number | undefined) => void;
  /** Grows with each new write key. */
  readonly keyNumber: () => number;
  /** The key of that number is refused. */
  readonly onUnauthorized: (detail: string, keyNumber: number) => void;
  /** A body of this length is too large for the server. */
  readonly onTooLarge: (bytes: number) => void;
}

/** Whether sending may go on with the next batch. */
export type Outcome = 'settled' | 'stopped';

/** Answers the function that delivers a batch which is marked as out. */
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
    // Of a part: the consent may have been withdrawn since, or a page's last request have delivered it.
    const batch = given.filter(queue.has);
    if (!batch[0]) return 'settled';
    const body = bodyOf(batch, clock.now());
    const keyNumber = options.keyNumber();
    const result = await transport.send(body, { last: false });
    if (result.kind === 'delivered') {
      queue.delivered(batch);
      options.onDelivered(result.refused);
      return 'settled';
    }
    if (result.kind === 'tooLarge') {
      if (batch.length > 1) options.onTooLarge(body.length);
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
