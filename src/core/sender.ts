// Decides when what is queued is sent, and in which batches. The only place that waits or repeats.
import { createAlarm } from './alarm.js';
import { createBackoffState } from './backoff-state.js';
import { bodyOf, LAST_BYTES } from './batch.js';
import { createDeliver } from './deliver.js';
import type { Clock, Transport } from './ports.js';
import type { Queue } from './queue.js';
import type { TrackerFault } from './tracker-types.js';

/** A browser that says it is offline can be wrong: this delays sending, it never ends it. */
const OFFLINE_DELAY_MS = 60_000;

export interface SenderOptions {
  readonly queue: Queue;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly isOnline: () => boolean;
  readonly flushAt: number;
  readonly flushIntervalMs: number;
  readonly maxBatchBytes: number;
  readonly maxBatchEvents: number;
  readonly maxAgeMs: number;
  /** Requests at the same time. With more than one, batches may arrive in another order. Default 1. */
  readonly concurrency?: number | undefined;
  /**
   * After an answer, lets events wait for a full batch or the interval, instead of sending the few
   * there are at once. Default false.
   */
  readonly isPatient?: boolean | undefined;
  readonly onFault: (fault: TrackerFault) => void;
  /** A batch was not delivered, and nothing is sent for `delayMs`. */
  readonly onRetry?: ((delayMs: number) => void) | undefined;
  /** Called after each answer, and when sending stops. */
  readonly onSettled: () => void;
}

export interface Sender {
  /** Something was queued. */
  wake(): void;
  /** Sends what is queued without waiting for a full batch, though not before a backoff ends. */
  sendNow(): void;
  /**
   * The network is back: ends our own backoff (with a little jitter), but never a wait that the
   * server asked for.
   */
  resume(): void;
  /** The page is hidden, or (`leaving`) may be gone at the next moment. */
  sendLast(leaving: boolean): void;
  /** A new write key is in place: sends again, although the old one was refused. */
  authorize(): void;
  isRefused(): boolean;
  stop(): void;
}

export const createSender = (options: SenderOptions): Sender => {
  const { queue, transport, clock, onFault, concurrency = 1, isPatient = false } = options;
  const backoff = createBackoffState(clock);
  const alarm = createAlarm(clock, () => void drain());
  const nextBatch = createNextBatch(options);
  let maxBytes = options.maxBatchBytes;
  let lanes = 0;
  /** Entries of a lower order do not wait for a full batch. */
  let urgentBefore = 0;
  let isRefused = false;
  let keyNumber = 0;
  let isStopped = false;
  let hasSent = false;
  /** Until when a browser that says it is offline is believed; 0 while it does not say so. */
  let offlineUntil = 0;

  const refuse = (detail: string, refusedKey: number) => {
    // A request that was on its way when the key was replaced says nothing about the new one.
    if (isRefused || refusedKey !== keyNumber) return;
    isRefused = true;
    onFault({
      code: 'unauthorized',
      message: `The server refused the write key. Events are kept; pass a valid key to setWriteKey(). It says: ${detail}`,
    });
  };

  const tellOfRefused = (count = 0) => {
    const message = `The server refused ${count} of the events, as \`chaintrail quarantine\` tells.`;
    if (count > 0) onFault({ code: 'invalid_call', message });
  };

  const deliver = createDeliver({
    queue,
    transport,
    clock,
    onDelivered: (refused) => {
      tellOfRefused(refused);
      backoff.succeeded();
      options.onSettled();
    },
    onRetry: (afterMs) => {
      backoff.failed(afterMs);
      options.onRetry?.(backoff.until() - clock.now());
    },
    keyNumber: () => keyNumber,
    onUnauthorized: refuse,
    onTooLarge: (bytes) => {
      maxBytes = Math.min(maxBytes, Math.floor(bytes / 2));
    },
  });

  const isDue = () => {
    const { count, bytes } = queue.waiting();
    if (count === 0) return false;
    return count >= options.flushAt || bytes >= maxBytes || queue.oldestOrder() < urgentBefore;
  };

  const mustWaitOffline = () => {
    const now = clock.now();
    if (options.isOnline()) offlineUntil = 0;
    else if (now >= offlineUntil) {
      const isFirst = offlineUntil === 0;
      offlineUntil = now + OFFLINE_DELAY_MS;
      return isFirst;
    }
    return offlineUntil > 0;
  };

  const drain = async (): Promise<void> => {
    if (lanes >= concurrency || isRefused) return;
    // This run was planned before another request, such as a page's last one, failed or was asked
    // to wait.
    if (clock.now() < backoff.until()) return planAfter(0);
    if (mustWaitOffline()) return alarm.plan(offlineUntil);
    lanes += 1;
    do {
      const batch = nextBatch(maxBytes);
      if (batch.length === 0) break;
      hasSent = true;
      queue.markOut(batch);
      // After a failure only one request is sent, to find out whether the server is back.
      if (lanes < concurrency && backoff.until() === 0 && isDue()) planAfter(0);
      if ((await deliver(batch)) === 'stopped' || isStopped) break;
    } while (clock.now() >= backoff.until() && (!isPatient || isDue()));
    lanes -= 1;
    options.onSettled();
    wake();
  };

  const planAfter = (delayMs: number) => {
    if (!isStopped && !isRefused) alarm.plan(Math.max(clock.now() + delayMs, backoff.until()));
  };

  const wake = () => {
    if (queue.waiting().count === 0) return;
    planAfter(!hasSent || isDue() ? 0 : options.flushIntervalMs);
  };

  const sendLast = async (leaving: boolean): Promise<void> => {
    if (isRefused || !options.isOnline() || backoff.isAsked()) return;
    const fitting = queue.fitting(Math.min(LAST_BYTES, maxBytes), leaving);
    // An event that is too large for a batch goes alone, as it does at other times. If it is too
    // large for a last request, the transport sends none.
    const batch = fitting[0] ? fitting : queue.fitting(Infinity, leaving).slice(0, 1);
    if (!batch[0]) return;
    queue.markOut(batch);
    const result = await transport.send(() => bodyOf(batch, clock.now()), { last: true });
    if (result.kind === 'delivered') {
      queue.delivered(batch);
      tellOfRefused(result.refused);
    } else queue.putBack(batch);
    if (result.kind === 'retry' && result.afterMs !== undefined) backoff.failed(result.afterMs);
    options.onSettled();
    wake();
  };

  return {
    wake,
    sendNow: () => {
      urgentBefore = queue.nextOrder();
      planAfter(0);
    },
    resume: () => {
      backoff.resume();
      planAfter(0);
    },
    sendLast: (leaving) => void sendLast(leaving),
    authorize: () => {
      isRefused = false;
      keyNumber += 1;
      planAfter(0);
    },
    isRefused: () => isRefused,
    stop: () => {
      isStopped = true;
      alarm.stop();
    },
  };
};

type BatchOptions = Pick<SenderOptions, 'queue' | 'clock' | 'maxBatchEvents' | 'maxAgeMs'>;

/** The next batch, without what is too old to be worth sending. */
export const createNextBatch =
  ({ queue, clock, maxBatchEvents, maxAgeMs }: BatchOptions) =>
  (maxBytes: number) => {
    for (;;) {
      const batch = queue.next(maxBatchEvents, maxBytes);
      const expired = batch.filter(({ at }) => at < clock.now() - maxAgeMs);
      if (expired.length === 0) return batch;
      for (const entry of expired) {
        queue.drop(entry, 'expired', `happened at ${new Date(entry.at).toISOString()}`);
      }
    }
  };
