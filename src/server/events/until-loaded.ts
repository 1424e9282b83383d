// Waits until the loader has stored events.
import { setTimeout as pause } from 'node:timers/promises';
import { DomainError, RETRY_AFTER_SECONDS } from '../errors/domain-error.js';

const POLL_MS = 25;

export interface UntilLoadedOptions {
  /** How the error's message begins, such as `Events that were accepted are not`. */
  readonly events: string;
  readonly timeoutMs: number;
}

/**
 * @param look answers undefined as long as events are not loaded
 * @throws {DomainError} SERVICE_UNAVAILABLE when that takes longer than `timeoutMs`
 */
export async function untilLoaded<Found>(
  look: () => Promise<Found | undefined>,
  { events, timeoutMs }: UntilLoadedOptions,
): Promise<Found> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() >= deadline) {
      throw new DomainError(
        'SERVICE_UNAVAILABLE',
        `${events} in the database after ${timeoutMs} ms. ` +
          'See the server log for the reason, then try again.',
        { retryAfterSeconds: RETRY_AFTER_SECONDS },
      );
    }
    await pause(POLL_MS);
  }
}
