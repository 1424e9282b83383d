// Lets one tab at a time send, and makes all tabs wait when a request of one failed or was told to
// wait.
import type { Clock, Lifecycle, SendResult, Transport } from '../core/ports.js';
import { createPageLocks, type PageLocks } from './page-locks.js';
import { createSharedPause } from './shared-pause.js';

/**
 * How long a tab that was told to wait keeps the lock. A browser with several processes for one
 * origin may hand the lock on before the other process sees what was written to localStorage.
 */
const SPREAD_MS = 500;

export interface OneSenderOptions {
  readonly namespace: string;
  /** Undefined where Web Locks do not exist: then tabs send without taking turns. */
  readonly locks: LockManager | undefined;
  /** Undefined where localStorage is denied: then each tab waits by its own failures alone. */
  readonly storage: Storage | undefined;
  readonly clock: Clock;
  readonly lifecycle: Lifecycle;
  /** How long a tab waits for its turn before it sends without it. Milliseconds, default 30,000. */
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

  /** @returns resolves when the next tab may send, and can see the pause */
  const attempt = async (
    body: () => string,
    resolve: (result: SendResult) => void,
  ): Promise<void> => {
    const instead = pause.check();
    if (instead) return resolve(instead);
    const result = await transport.send(body, { last: false });
    pause.note(result);
    resolve(result);
    if (result.kind !== 'retry' || result.afterMs === undefined) return;
    await new Promise<void>((spread) => clock.after(SPREAD_MS, spread));
  };

  const inTurn = (turns: PageLocks, body: () => string): Promise<SendResult> =>
    new Promise((resolve) => {
      const go = () => attempt(body, resolve);
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
      if (pageLocks) return inTurn(pageLocks, body);
      return new Promise((resolve) => void attempt(body, resolve));
    },
    stop: () => {
      stopLifting();
      pageLocks?.stop();
    },
  };
};
