// Whether a database answers: asked once for all who want to know meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';

const READY_TIMEOUT_MS = 2_000;

/**
 * Anybody may ask `/readyz`, as often as they like: the database has one question at a time of it.
 *
 * @param ask rejects, or answers false, where the database is not ready
 * @param timeoutMs how long an answer is waited for; the question itself may go on, since slow is not hung
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
