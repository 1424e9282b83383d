// Bounds work by a deadline and by the shutdown of the server.
import { setTimeout as sleep } from 'node:timers/promises';

/** An abort signal with a timer; call `end` when the work is done, to clear the timer and the listener. */
export interface Deadline {
  readonly signal: AbortSignal;
  end(): void;
}

/** Uses a timer of its own, because Node may collect the signals inside `AbortSignal.any([AbortSignal.timeout()])`. */
export function deadlineOf(outer: AbortSignal, timeoutMs: number): Deadline {
  const controller = new AbortController();
  const stop = (): void => controller.abort(outer.reason);
  const timer = setTimeout(
    () => controller.abort(new DOMException('It took too long.', 'TimeoutError')),
    timeoutMs,
  );
  if (outer.aborted) stop();
  outer.addEventListener('abort', stop);
  return {
    signal: controller.signal,
    end(): void {
      clearTimeout(timer);
      outer.removeEventListener('abort', stop);
    },
  };
}

/**
 * Resolves or rejects as `promise` does, if it settles in time. The work behind it is not stopped.
 *
 * @throws the error that `late` makes, after `timeoutMs`
 */
export const within = async <T>(
  promise: Promise<T>,
  timeoutMs: number,
  late: () => Error,
): Promise<T> => {
  const cancel = new AbortController();
  const timeout = sleep(timeoutMs, undefined, { signal: cancel.signal }).then(() => {
    throw late();
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    timeout.catch(() => {});
    cancel.abort();
  }
};
