// The one error that this package throws at an app: wrong options, and a flush that ran out of time.

/** Thrown when a tracker is made with wrong options; rejects a `flush()` that cannot finish. */
export class TrackerError extends Error {
  override readonly name = 'TrackerError';
}
