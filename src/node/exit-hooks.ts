// Sends what waits before the process ends, where the app asks for it.
import { constants } from 'node:os';
import type { ServerTracker } from './server-tracker-types.js';

export interface ExitOptions {
  /** Sends when the process has nothing else to do. Default false. */
  readonly beforeExit?: boolean | undefined;
  /**
   * Sends at these signals, such as `SIGTERM`. The process then ends by the signal, unless the app
   * handles it too: in that case events are recorded until the app ends it. Default: none.
   */
  readonly signals?: readonly NodeJS.Signals[] | undefined;
  /** How long to wait for the last answers. Milliseconds, default 5,000. */
  readonly timeoutMs?: number | undefined;
}

export type ResolvedExit = { readonly [K in keyof ExitOptions]-?: NonNullable<ExitOptions[K]> };

/** Marks the signal listeners of all trackers, also those of another copy of this code. */
const OURS = Symbol.for('chaintrail.exit.1');

const isOurs = (listener: object) => OURS in listener;

const endBy = (signal: NodeJS.Signals) => {
  // The kernel does not end the first process of a container by such a signal (pid_namespaces(7)):
  // it would go on without a tracker. So it exits with the code that a shell gives for the signal.
  if (process.pid === 1) process.exit(128 + constants.signals[signal]);
  process.kill(process.pid, signal);
};

/** Answers the function that removes the hooks. */
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
    // Node emits `beforeExit` again after each time there was something to do.
    if (hasFailed || tracker.stats().queued === 0) return;
    const settledBefore = countSettled();
    tracker.flush({ timeoutMs }).then(
      () => {
        // Nothing was settled: events that the disk cannot give back stay queued, and would keep
        // the process here for ever.
        hasFailed = countSettled() === settledBefore;
      },
      () => {
        hasFailed = true;
      },
    );
  };
  const onSignal = async (signal: NodeJS.Signals) => {
    // Asked before the app's own listeners run: one made by `once` is gone by the time that the
    // flush ends.
    const isLeftToApp = !process.listeners(signal).every(isOurs);
    // A second signal means that its sender does not want to wait.
    if (!isClosing) {
      isClosing = true;
      const deadline = performance.now() + timeoutMs;
      // An app that finishes its requests first may still record events: they are sent when the
      // process has nothing else to do.
      if (isLeftToApp && !beforeExit) process.on('beforeExit', onBeforeExit);
      await tracker.flush({ timeoutMs }).catch(() => {});
      // Where the app handles the signal, its requests go on until it ends the process, and what
      // they record must still be accepted.
      if (!isLeftToApp) {
        await tracker.close({ timeoutMs: Math.max(0, deadline - performance.now()) });
      }
    }
    process.off(signal, onSignal);
    // Other trackers with hooks may still be sending: the last one ends the process.
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
