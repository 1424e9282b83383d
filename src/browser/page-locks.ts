// Web Locks that end with the page: a page that is left neither holds a lock nor waits for one.
import type { Lifecycle } from '../core/ports.js';

export interface Turn {
  readonly name: string;
  /**
   * The lock is held until this settles, at most until the page is left or the lock is released: the
   * signal aborts then.
   */
  readonly work: (signal: AbortSignal) => Promise<unknown>;
  /**
   * The turn never comes: the page was left, or (`isLeft` false) the wait was given up or the
   * browser refuses.
   */
  readonly onRefused: (isLeft: boolean) => void;
}

export interface PageLocks {
  /** Asks for a lock. The answer releases it, or gives up waiting. */
  take(turn: Turn): () => void;
  /** Whether the page was left: it may be gone at the next moment, or be shown again. */
  isLeft(): boolean;
  /** Listens to the page no longer. */
  stop(): void;
}

/**
 * Both holding and waiting matter: a lock keeps a page out of the back/forward cache
 * (https://web.dev/articles/bfcache), and one that Firefox grants to a page in that cache is held
 * for as long as the page stays there, because no code of it runs that could release it.
 */
export const createPageLocks = (
  locks: LockManager,
  lifecycle: Pick<Lifecycle, 'onHide' | 'onShow'>,
): PageLocks => {
  const releases = new Set<() => void>();
  let isLeft = false;

  const take: PageLocks['take'] = ({ name, work, onRefused }) => {
    const waiting = new AbortController();
    let letGo = () => {};
    const left = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const release = () => {
      letGo();
      waiting.abort();
    };
    const run = () => {
      work(waiting.signal).then(letGo, letGo);
      return left;
    };
    if (isLeft) release();
    releases.add(release);
    // Async, so that an exception counts as a refusal as well.
    (async () => locks.request(name, { signal: waiting.signal }, run))()
      .catch(() => onRefused(isLeft))
      .finally(() => releases.delete(release));
    return release;
  };

  const listening = [
    lifecycle.onHide((leaving) => {
      if (!leaving) return;
      isLeft = true;
      for (const release of releases) release();
    }),
    lifecycle.onShow(() => {
      isLeft = false;
    }),
  ];
  return {
    take,
    isLeft: () => isLeft,
    stop: () => {
      for (const off of listening) off();
    },
  };
};
