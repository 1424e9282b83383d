// Sends what waits before the process ends, where the app asks for it.
import { constants } from 'node:os';
import type { ServerTracker } from './server-tracker-types.js';

export interface ExitOptions {
  /** When the process has nothing else to do. Default false. */
  readonly beforeExit?: boolean | undefined;
  /**
   * At these signals, such as `SIGTERM`. The process ends by the signal unless the app handles it too; what
   * is recorded until it ends is taken as before.
   */
  readonly signals?: readonly NodeJS.Signals[] | undefined;
  /** How long to wait for the last answers. Milliseconds, default 5,000. */
  readonly timeoutMs?: number | undefined;
}

export type ResolvedExit = { readonly [K in keyof ExitOptions]-?: NonNullable<ExitOptions[K]> };

/** Marks the listeners of all trackers, also those of another copy of this code. */
const OURS = Symbol.for('chaintrail.exit.1');

const isOurs = (listener: object) => OURS in listener;

const endBy = (signal: NodeJS.Signals) => {
  // The kernel spares the first process of a container (pid_namespaces(7)), which would go on without a
  // tracker. It ends with the code by which a shell tells of the signal.
  if (process.pid === 1) process.exit(128 + constants.signals[signal]);
  process.kill(process.pid, signal);
};

/** Answers the function that takes the hooks away. */
export const installExitHooks = (
  tracker: Pick<ServerTracker, 'flush' | 'close' | 'stats'>,
  { beforeExit, signals, timeoutMs }: ResolvedExit,
): (() => void) => {
  const countSettled = () => {
    const { accepted, queued } = tracker.stats();
    return accepted - queued;
  };
  let hasFailed = false;
  let isClosing = false;

  const onBeforeExit = () => {
    // Node asks again after each time there was something to do.
    if (hasFailed || tracker.stats().queued === 0) return;
    const settledBefore = countSettled();
    tracker.flush({ timeoutMs }).then(
      () => {
        // What the disk no longer gives back stays queued, and would keep the process here for ever.
        hasFailed = countSettled() === settledBefore;
      },
      () => {
        hasFailed = true;
      },
    );
  };
  const onSignal = async (signal: NodeJS.Signals) => {
    // Asked before the app's own run: one that listens once is gone by the time that we are done.
    const isLeftToApp = !process.listeners(signal).every(isOurs);
    // The second one says that whoever sent it does not want to wait.
    if (!isClosing) {
      isClosing = true;
      const deadline = performance.now() + timeoutMs;
      // What an app that finishes its requests first still records is sent when it has nothing else to do.
      if (isLeftToApp && !beforeExit) process.on('beforeExit', onBeforeExit);
      await tracker.flush({ timeoutMs }).catch(() => {});
      // Requests go on until the process ends, and what they record is taken as before.
      if (!isLeftToApp) {
        await tracker.close({ timeoutMs: Math.max(0, deadline - performance.now()) });
      }
    }
    process.off(signal, onSignal);
    // Other trackers are still sending what they have: the last one ends the process.
    if (!isLeftToApp && process.listenerCount(signal) === 0) endBy(signal);
  };
  onSignal[OURS] = true;

  if (beforeExit) process.on('beforeExit', onBeforeExit);
  for (const signal of signals) process.prependListener(signal, onSignal);
  return () => {
    process.off('beforeExit', onBeforeExit);
    for (const signal of signals) process.off(signal, onSignal);
  };
};
