// The one error that trackers throw at an app: for wrong options, and for a flush that cannot
// finish.

/**
 * Thrown when a tracker is made with wrong options; rejects a `flush()` that cannot finish: out of
 * time, with a refused write key, or while consent is pending.
 */
export class TrackerError extends Error {
  override readonly name = 'TrackerError';
}
