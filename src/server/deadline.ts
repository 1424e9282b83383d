// Bounds what takes its time by a deadline and by the end of the server.
import { setTimeout as sleep } from 'node:timers/promises';

/** A signal that must be ended, so that nothing of it stays behind. */
export interface Deadline {
  readonly signal: AbortSignal;
  end(): void;
}

/** Of a timer that is held until it is ended: what `AbortSignal.any` makes of timeouts may be collected. */
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
 * What `promise` becomes, if that is soon enough; it goes on all the same.
 *
 * @throws what `late` answers
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
