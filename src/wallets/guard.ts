// Keeps what fails in us away from the wallet and the app.

/** Isolates a handler: what it throws is told to the app's `onError`; it does nothing after the end. */
export type Guard = <A extends readonly unknown[], T>(
  run: (...input: A) => T,
) => (...input: A) => T | undefined;

export const createGuard =
  (isStopped: () => boolean, onFault: (cause: unknown) => void): Guard =>
  (run) =>
  (...input) => {
    if (isStopped()) return undefined;
    try {
      return run(...input);
    } catch (cause) {
      onFault(cause);
      return undefined;
    }
  };
