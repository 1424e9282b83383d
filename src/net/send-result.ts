// What an answer of the events endpoint means for the batch that was sent.
import { parseRetryAfter } from './retry-after.js';

/** An answer, read to its end. */
export interface EventsAnswer {
  readonly status: number;
  /** `Retry-After` and `Date` as they came. */
  readonly retryAfter?: string | null | undefined;
  readonly date?: string | null | undefined;
  readonly body: string;
}

/** What became of a batch. A transport answers one of these and never throws. */
export type SendResult =
  | { readonly kind: 'delivered' }
  /** Not now; not before `afterMs` when the server said so. */
  | { readonly kind: 'retry'; readonly afterMs?: number }
  /** `unauthorized`: the key is refused. `invalid`: something in this batch is. */
  | {
      readonly kind: 'rejected';
      readonly reason: 'unauthorized' | 'invalid';
      readonly detail: string;
    }
  | { readonly kind: 'tooLarge' };

/** The `error` of the answer, as text or in an envelope; else the answer itself, cut. */
const readDetail = ({ status, body }: EventsAnswer): string => {
  try {
    const { error } = JSON.parse(body);
    return String(error.message ?? error);
  } catch {
    return `${status} ${body.slice(0, 200)}`;
  }
};

/**
 * Only what the events endpoint itself says about the events or the key gives them up. Anything else,
 * such as a redirect or a 404, comes from a proxy or a wrong address and may pass.
 */
export const readSendResult = (answer: EventsAnswer): SendResult => {
  const { status } = answer;
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === 413) return { kind: 'tooLarge' };
  if (status === 401 || status === 403) {
    return { kind: 'rejected', reason: 'unauthorized', detail: readDetail(answer) };
  }
  if (status === 400 || status === 415 || status === 422) {
    return { kind: 'rejected', reason: 'invalid', detail: readDetail(answer) };
  }
  const afterMs = parseRetryAfter(answer.retryAfter, Date.parse(answer.date ?? '') || Date.now());
  return afterMs === undefined ? { kind: 'retry' } : { kind: 'retry', afterMs };
};
