// Lets one tab at a time send, and all of them wait when one of them was told to, or failed.
import type { Clock, Lifecycle, SendResult, Transport } from '../core/ports.js';
import { createPageLocks, type PageLocks } from './page-locks.js';
import { createSharedPause } from './shared-pause.js';

export interface OneSenderOptions {
  readonly namespace: string;
  /** Undefined where Web Locks do not exist: then nobody queues. */
  readonly locks: LockManager | undefined;
  /** Undefined where localStorage is denied: then each tab waits for itself alone. */
  readonly storage: Storage | undefined;
  readonly clock: Clock;
  readonly lifecycle: Lifecycle;
  /** A tab whose turn does not come goes ahead. Milliseconds, default 30,000. */
  readonly maxWaitMs?: number | undefined;
}

export interface OneSender extends Transport {
  /** Listens to the page no longer. */
  stop(): void;
}

/** The same transport, with the tabs of an origin sending one after another. */
export const createOneSender = (transport: Transport, options: OneSenderOptions): OneSender => {
  const { locks, storage, clock, lifecycle, namespace, maxWaitMs = 30_000 } = options;
  const pause = createSharedPause(storage, namespace, clock);
  const pageLocks = locks && createPageLocks(locks, lifecycle);
  const stopLifting = lifecycle.onOnline(pause.lift);

  const attempt = async (body: string): Promise<SendResult> => {
    const instead = pause.check();
    if (instead) return instead;
    const result = await transport.send(body, { last: false });
    pause.note(result);
    return result;
  };

  const inTurn = (turns: PageLocks, body: string): Promise<SendResult> =>
    new Promise((resolve) => {
      const go = () => attempt(body).then(resolve);
      const giveUp = turns.take({
        name: `chaintrail:${namespace}:send`,
        work: () => {
          cancel();
          return go();
        },
        onRefused: (isLeft) => {
          cancel();
          if (isLeft) resolve({ kind: 'retry' });
          else void go();
        },
      });
      const cancel = clock.after(maxWaitMs, giveUp);
    });

  return {
    send: (body, sending) => {
      if (sending.last) return transport.send(body, sending);
      return pageLocks ? inTurn(pageLocks, body) : attempt(body);
    },
    stop: () => {
      stopLifting();
      pageLocks?.stop();
    },
  };
};
