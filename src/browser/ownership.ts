// Tells which trackers of this origin are alive: each holds a Web Lock as long as it is.
import type { PageLifecycle } from './lifecycle.js';
import { createPageLocks } from './page-locks.js';

export interface OwnershipOptions {
  /** Undefined where Web Locks do not exist. */
  readonly locks: LockManager | undefined;
  readonly namespace: string;
  /** This tracker's own random id. */
  readonly owner: string;
  readonly lifecycle: PageLifecycle;
  /**
   * How long a page that may be about to be left takes no lock. Firefox decides whether to keep the
   * page for going back only when the next page's server begins its answer. Milliseconds, default
   * 10,000.
   */
  readonly leavingMs?: number | undefined;
}

export interface Ownership {
  /** Resolves when others can see that this tracker lives. */
  hold(): Promise<void>;
  /** Whether the page was left. Without Web Locks: undefined. */
  isLeft(): boolean | undefined;
  /** The trackers alive, this one included. Without Web Locks: this one alone. */
  living(): Promise<ReadonlySet<string>>;
  /**
   * Runs `work` while no other tab of this project runs its own. Its signal aborts with the one given,
   * and when the page is left. A page that is left before its turn gets an empty list.
   */
  alone<T>(
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<readonly T[]>,
  ): Promise<readonly T[]>;
  /** Gives up what this tracker stored, for others to take. */
  release(): void;
}

export const createOwnership = (options: OwnershipOptions): Ownership => {
  const { locks, owner, lifecycle, leavingMs = 10_000 } = options;
  const pageLocks = locks && createPageLocks(locks, lifecycle);
  const prefix = `chaintrail:${options.namespace}:`;
  /** Releases the lock; undefined while none is held and one may be taken. */
  let letGo: (() => void) | undefined;
  let ready = Promise.resolve();

  const release = () => {
    letGo?.();
    letGo = undefined;
  };
  const hold = (): Promise<void> => {
    if (letGo || !pageLocks) return ready;
    ready = new Promise((resolve) => {
      letGo = pageLocks.take({
        name: prefix + owner,
        work: () => {
          resolve();
          return new Promise(() => {});
        },
        // A sandboxed page gets no lock: others take its events for left over, and the server drops
        // the repeats.
        onRefused: () => resolve(),
      });
    });
    return ready;
  };

  const holdAgain = () => {
    release();
    void hold();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;

  void hold();
  const listening = [
    // Firefox decides before `pagehide` which page it keeps, and keeps none with a lock. A click
    // that leads away is often tracked, and the event stored a moment later, which must not take
    // the lock again.
    lifecycle.onUnloadAsked(() => {
      release();
      letGo = () => {};
      clearTimeout(timer);
      timer = setTimeout(holdAgain, leavingMs);
    }),
    lifecycle.onShow(holdAgain),
    () => clearTimeout(timer),
  ];

  return {
    hold,
    isLeft: () => pageLocks?.isLeft(),
    living: async () => {
      const { held = [], pending = [] } = (await locks?.query()) ?? {};
      const names = [...held, ...pending].map(({ name = '' }) => name);
      return new Set([owner, ...names.map((name) => name.slice(prefix.length))]);
    },
    alone: (signal, work) => {
      if (!pageLocks) return work(signal);
      return new Promise((resolve, reject) => {
        const giveUp = pageLocks.take({
          name: `${prefix}take`,
          work: (turn) => work(turn).then(resolve, reject),
          onRefused: (isLeft) => resolve(isLeft ? [] : Promise.reject(new Error('no turn'))),
        });
        signal.addEventListener('abort', giveUp);
      });
    },
    release: () => {
      for (const off of listening) off();
      pageLocks?.stop();
      release();
      // An event may still be stored or erased: a lock taken for it would be held until the page is
      // gone.
      letGo = () => {};
    },
  };
};
