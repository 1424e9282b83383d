// The one way to wait for something that sends no notification: to poll it until a deadline.
import { setTimeout as pause } from 'node:timers/promises';

const PAUSE_MS = 20;

/** Long enough that even on a busy machine, something that has not happened by then is a failure. */
export const PATIENCE_MS = 100_000;

/**
 * Runs `check` until it neither throws nor returns false or null, and resolves to its result.
 *
 * @throws the error of the last attempt, once `timeoutMs` have passed
 */
export const eventually = async <T>(
  check: () => T | Promise<T>,
  timeoutMs = PATIENCE_MS,
): Promise<Exclude<T, false | null>> => {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      const answer = await check();
      if (answer !== false && answer !== null) return answer as Exclude<T, false | null>;
      throw new Error(`Did not happen within ${timeoutMs} ms: ${check}`);
    } catch (error) {
      if (performance.now() >= deadline) throw error;
    }
    await pause(PAUSE_MS);
  }
};

/** Whether a process with this id exists, judged by sending it signal 0. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
