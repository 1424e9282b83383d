// Sends what waits before the process ends, where the app asks for it.
import type { ServerTracker } from './server-tracker-types.js';

export interface ExitOptions {
  /** When the process has nothing else to do. Default false. */
  readonly beforeExit?: boolean;
  /** At these signals, such as `SIGTERM`. The process ends by the signal unless the app handles it too. */
  readonly signals?: readonly NodeJS.Signals[];
  /** How long to wait for the last answers. Milliseconds, default 5,000. */
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 5_000;

/** Answers the function that takes the hooks away. */
export const installExitHooks = (
  tracker: Pick<ServerTracker, 'flush' | 'close' | 'stats'>,
  options: ExitOptions,
): (() => void) => {
  const { beforeExit = false, signals = [], timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  let hasFailed = false;

  const onBeforeExit = () => {
    // Node asks again after each time there was something to do.
    if (hasFailed || tracker.stats().queued === 0) return;
    tracker.flush({ timeoutMs }).catch(() => {
      hasFailed = true;
    });
  };
  const onSignal = async (signal: NodeJS.Signals) => {
    await tracker.close({ timeoutMs });
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };

  if (beforeExit) process.on('beforeExit', onBeforeExit);
  for (const signal of signals) process.once(signal, onSignal);
  return () => {
    process.off('beforeExit', onBeforeExit);
    for (const signal of signals) process.off(signal, onSignal);
  };
};
