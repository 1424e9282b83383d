// What an answer of the events endpoint means for the batch that was sent.
import { parseRetryAfter } from './retry-after.js';

/** An answer, read to its end. */
export interface EventsAnswer {
  readonly status: number;
  /** `Retry-After` and `Date` as they came. */
  readonly retryAfter?: string | null | undefined;
  readonly date?: string | null | undefined;
  /** Undefined where somebody else has read it: then the status is believed. */
  readonly body: string | undefined;
}

/** What became of a batch. A transport answers one of these and never throws. */
export type SendResult =
  /** `refused`: how many of the events are kept aside, because something in them is wrong. */
  | { readonly kind: 'delivered'; readonly refused?: number | undefined }
  /** Not now; not before `afterMs` when the server said so. */
  | { readonly kind: 'retry'; readonly afterMs?: number | undefined }
  /** `unauthorized`: the key is refused. `invalid`: something in this batch is. */
  | {
      readonly kind: 'rejected';
      readonly reason: 'unauthorized' | 'invalid';
      readonly detail: string;
    }
  | { readonly kind: 'tooLarge' };

/** What is read of an answer: other servers of the wire format may say none of it. */
interface Said {
  readonly quarantined_rows?: number;
  /** A text, or in an envelope. */
  readonly error?: { readonly message?: unknown } | undefined;
}

/** A year, as of a page for repairs that was forgotten, would outlive the events. */
const MOST_AFTER_MS = 3_600_000;

const readBody = (body: string): Said => {
  try {
    return JSON.parse(body) ?? {};
  } catch {
    return {};
  }
};

/**
 * Only what the events endpoint itself says about the events or the key, which is an `error`, gives them up.
 * Anything else, such as a redirect, a page, a 404 or the text of a firewall, comes from a proxy or a wrong
 * address and may pass.
 */
export const readSendResult = (answer: EventsAnswer): SendResult => {
  const { status, body = '{"error":"unread"}' } = answer;
  if (status === 413) return { kind: 'tooLarge' };
  const { error, quarantined_rows: refused } = readBody(body);
  // A page is of an app that answers each address with its own, of a worker without a network, or of a proxy.
  if (status >= 200 && status < 300 && !/^\s*</.test(body)) return { kind: 'delivered', refused };
  const isRefused = status === 401 || status === 403;
  if (error && (isRefused || status === 400 || status === 415 || status === 422)) {
    const reason = isRefused ? 'unauthorized' : 'invalid';
    return { kind: 'rejected', reason, detail: String(error.message ?? error) };
  }
  const afterMs = parseRetryAfter(answer.retryAfter, Date.parse(answer.date ?? '') || Date.now());
  return { kind: 'retry', afterMs: afterMs && Math.min(afterMs, MOST_AFTER_MS) };
};
