// Tells a good event from a bad one, and says what is wrong with it.
import { compile } from '../../protocol/check.js';
import { eventSchema, type WireEvent } from '../../protocol/events.js';
import { excessOf } from './event-bounds.js';
import { isFromVisitor } from './visitor-channels.js';

export type Validated =
  | { readonly ok: true; readonly event: WireEvent }
  | { readonly ok: false; readonly reason: string };

const check = compile(eventSchema);

export function validateEvent(value: unknown): Validated {
  const issues = check(value);
  if (issues.length > 0) {
    const reasons = issues.map(({ path, message }) => `${path || 'event'} ${message}`);
    return { ok: false, reason: reasons.join('; ') };
  }
  const event = value as WireEvent;
  // Else nobody could tell whose event it is (decision N-60).
  if (isFromVisitor(event) && !event.anonymous_id) {
    return { ok: false, reason: `anonymous_id is required on channel ${event.channel}` };
  }
  const excess = excessOf(event);
  if (excess !== undefined) return { ok: false, reason: `event ${excess}` };
  return { ok: true, event };
}
