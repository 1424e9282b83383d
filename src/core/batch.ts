// What a request body is made of, and how large one may be.
import type { QueuedEvent } from './ports.js';

/** Bytes that an event grows by in a body: `,"sent_at":"2026-01-01T00:00:00.000Z"` and a comma. */
export const ENVELOPE_BYTES = 38;

/**
 * Bytes sent at once when the page is going away. A browser allows 65,536 bytes of `keepalive` bodies
 * in flight (Fetch standard, "HTTP-network-or-cache fetch"); some are left to the page's other scripts.
 */
export const LAST_BYTES = 64_000;

/** `[event,event]`, each with the time of this attempt, so that the server can correct a wrong clock. */
export const bodyOf = (batch: readonly QueuedEvent[], now: number): string => {
  const sentAt = new Date(now).toISOString();
  return `[${batch.map(({ json }) => `${json.slice(0, -1)},"sent_at":"${sentAt}"}`).join()}]`;
};
