// Bounds the time that a browser's storage, locks or requests may take: all are known to hang.

export interface Deadline {
  readonly timeoutMs: number;
  /** Ends the work earlier, when the operation that it is a part of was given up. */
  readonly within?: AbortSignal;
}

/**
 * Runs `work`; rejects when it fails, or takes longer than `timeoutMs`. The signal aborts then.
 *
 * @param what names the work in the error, such as "Storing events"
 */
export const withDeadline = <T>(
  what: string,
  { timeoutMs, within }: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const controller = new AbortController();
    const fail = (cause: unknown) => {
      clearTimeout(timer);
      reject(new Error(`${what} failed: ${cause ?? 'the transaction was aborted'}`, { cause }));
    };
    const giveUp = () => {
      const late = `no answer within ${timeoutMs} ms`;
      fail(late);
      controller.abort(late);
    };
    const timer = setTimeout(giveUp, timeoutMs);
    // `within` may have been aborted before this part began, when nobody was listening.
    if (within?.aborted) giveUp();
    within?.addEventListener('abort', giveUp);
    work(controller.signal).then((result) => {
      clearTimeout(timer);
      resolve(result);
    }, fail);
  });
