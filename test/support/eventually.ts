// The one way to wait for what announces itself to nobody: ask again until a deadline.
import { setTimeout as pause } from 'node:timers/promises';

const PAUSE_MS = 20;

/** What has not happened by then never will, however busy the machine is. */
export const PATIENCE_MS = 100_000;

/**
 * Runs `check` until it neither throws nor answers false or null, and answers what it answered.
 *
 * @throws what the last attempt threw, once `timeoutMs` have passed
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

/** Whether a process of that number lives, as far as signals can tell. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
