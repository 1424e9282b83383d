// Bounds what takes its time by a deadline and by the end of the server.

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
