// Checks whether a database answers, with one check shared by all who ask at the same time.
import { setTimeout as sleep } from 'node:timers/promises';

const READY_TIMEOUT_MS = 2_000;

/**
 * Anybody may request `/readyz` as often as they like, but the database gets one check at a time.
 *
 * @param ask rejects or returns false when the database is not ready
 * @param timeoutMs how long to wait; the check itself may go on, since a slow database is not a hung one
 */
export const createReadiness = (
  ask: () => Promise<unknown>,
  timeoutMs = READY_TIMEOUT_MS,
): (() => Promise<boolean>) => {
  let asking: Promise<boolean> | undefined;
  return () => {
    asking ??= Promise.race([
      ask().then(
        (answer) => answer !== false,
        () => false,
      ),
      sleep(timeoutMs, false, { ref: false }),
    ]).finally(() => {
      asking = undefined;
    });
    return asking;
  };
};
