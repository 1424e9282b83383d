// Keeps exceptions of our own code away from the wallet and the app.
import { callApp } from '../core/plugins.js';

/**
 * Isolates a handler: what it throws is told to the app's `onError`, and after the plugin has
 * stopped it does nothing.
 */
export type Guard = <A extends readonly unknown[], T>(
  run: (...input: A) => T,
) => (...input: A) => T | undefined;

export const createGuard =
  (isStopped: () => boolean, onFault: (cause: unknown) => void): Guard =>
  (run) =>
  (...input) =>
    isStopped() ? undefined : callApp(() => run(...input), onFault);
