// What an answer of the events endpoint means for the batch that was sent.
import { parseRetryAfter } from './retry-after.js';

/** An answer, read to its end. */
export interface EventsAnswer {
  readonly status: number;
  /** `Retry-After` and `Date` as they came. */
  readonly retryAfter?: string | null | undefined;
  readonly date?: string | null | undefined;
  /** Undefined where somebody else has read it: then only the status counts. */
  readonly body: string | undefined;
}

/** What became of a batch. A transport answers one of these and never throws. */
export type SendResult =
  /**
   * `refused`: how many events the server put into quarantine, because something in them is wrong.
   */
  | { readonly kind: 'delivered'; readonly refused?: number | undefined }
  /** To be sent again; not before `afterMs` milliseconds, when the server said so. */
  | { readonly kind: 'retry'; readonly afterMs?: number | undefined }
  /** `unauthorized`: the server refused the key. `invalid`: something in this batch is wrong. */
  | {
      readonly kind: 'rejected';
      readonly reason: 'unauthorized' | 'invalid';
      readonly detail: string;
    }
  | { readonly kind: 'tooLarge' };

/**
 * The fields that are read of an answer; other servers of this wire format may have none of them.
 */
interface Said {
  readonly quarantined_rows?: number;
  /** A text, or an object with a message. */
  readonly error?: { readonly message?: unknown } | undefined;
}

/**
 * Longest wait that is believed, one hour: a forgotten maintenance page that says a year would
 * outlive the events.
 */
const MOST_AFTER_MS = 3_600_000;

const readBody = (body: string): Said => {
  try {
    return JSON.parse(body) ?? {};
  } catch {
    return {};
  }
};

/**
 * Turns an answer into a result. Events are given up, or the key is refused, only by an `error` of
 * the events endpoint itself. Anything else, such as a redirect, a page, a 404 or a firewall's
 * text, comes from a proxy or a wrong `apiHost` and may pass.
 */
export const readSendResult = (answer: EventsAnswer): SendResult => {
  const { status, body = '{"error":"unread"}' } = answer;
  if (status === 413) return { kind: 'tooLarge' };
  const { error, quarantined_rows: refused } = readBody(body);
  // An HTML page comes from an app that answers every URL with it, from a service worker without a
  // network, or from a proxy.
  if (status >= 200 && status < 300 && !/^\s*</.test(body)) return { kind: 'delivered', refused };
  const isRefused = status === 401 || status === 403;
  if (error && (isRefused || status === 400 || status === 415 || status === 422)) {
    const reason = isRefused ? 'unauthorized' : 'invalid';
    return { kind: 'rejected', reason, detail: String(error.message ?? error) };
  }
  const afterMs = parseRetryAfter(answer.retryAfter, Date.parse(answer.date ?? '') || Date.now());
  return { kind: 'retry', afterMs: afterMs && Math.min(afterMs, MOST_AFTER_MS) };
};
