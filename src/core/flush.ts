// Waits until everything accepted so far has been answered.
import type { Queue } from './queue.js';
import type { Sender } from './sender.js';
import { TrackerError } from './tracker-error.js';

const DEFAULT_TIMEOUT_MS = 30_000;

export interface FlushOptions {
  readonly queue: Queue;
  readonly sender: Sender;
  readonly after: (delayMs: number, run: () => void) => () => void;
  readonly passAll: () => void;
}

interface Waiter {
  /** Done when every entry accepted before this order is gone from the queue. */
  readonly order: number;
  readonly finish: (fault?: string) => void;
}

export const createFlush = ({ queue, sender, after, passAll }: FlushOptions) => {
  const waiters = new Set<Waiter>();

  const check = () => {
    for (const waiter of waiters) {
      if (queue.oldestOrder() >= waiter.order) waiter.finish();
      else if (sender.isRefused()) {
        waiter.finish('Not flushed: the server refuses the write key. Call setWriteKey().');
      }
    }
  };

  const run = (options?: { readonly timeoutMs?: number | undefined }) => {
    const given = options?.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    // A timer of NaN or a negative time would fire at once.
    const timeoutMs = given >= 0 ? given : DEFAULT_TIMEOUT_MS;
    passAll();
    const promise = new Promise<void>((resolve, reject) => {
      const cancel = after(timeoutMs, () =>
        waiter.finish(`Not flushed within ${timeoutMs} ms. Kept: ${queue.size().count}.`),
      );
      const waiter: Waiter = {
        order: queue.nextOrder(),
        finish: (fault) => {
          cancel();
          waiters.delete(waiter);
          if (fault) reject(new TrackerError(fault));
          else resolve();
        },
      };
      waiters.add(waiter);
    });
    sender.sendNow();
    check();
    return promise;
  };

  return { run, check };
};
