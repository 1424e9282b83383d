// Checks whether a database answers, with one check shared by all who ask at the same time.
import { setTimeout as sleep } from 'node:timers/promises';

const READY_TIMEOUT_MS = 2_000;

/**
 * Rejects or returns false when the database is not ready. A check that holds a connection gives up after `timeoutMs`:
 * where answers get lost on the way, repeated checks would take one connection after the other.
 */
export type ReadinessCheck = (timeoutMs: number) => Promise<unknown>;

/**
 * Anybody may request `/readyz` as often as they like, but the database gets one check at a time.
 *
 * @param timeoutMs how long to wait
 */
export const createReadiness = (
  ask: ReadinessCheck,
  timeoutMs = READY_TIMEOUT_MS,
): (() => Promise<boolean>) => {
  let asking: Promise<boolean> | undefined;
  return () => {
    asking ??= Promise.race([
      ask(timeoutMs).then(
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
