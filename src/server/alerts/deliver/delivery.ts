// The types of a delivery: the message, the function that sends it, and its outcome.
import type { Alert, RecipientType } from '../../../protocol/alerts/alert.js';

/** The event or wallet that matched, as it is sent to the receiver. */
export type MatchData = Readonly<Record<string, unknown>>;

/** One message to one recipient. */
export interface Message {
  /** The same in each attempt, so that the receiver can drop repeats. */
  readonly id: string;
  readonly type: RecipientType;
  readonly target: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly test: boolean;
  readonly data: readonly MatchData[];
  readonly alert: Pick<Alert, 'id' | 'name' | 'trigger_type'> & { readonly secret: string | null };
}

interface Answered {
  readonly status?: number;
  /** The beginning of the receiver's answer. */
  readonly excerpt?: string;
}

export type Outcome = Answered &
  (
    | { readonly kind: 'delivered' }
    /** A later attempt may succeed, but not before `afterMs` if the receiver named a time. */
    | {
        readonly kind: 'retry';
        readonly error: string;
        readonly afterMs?: number;
        /** More than the owner of the alert may learn: for the log only. */
        readonly forOperator?: string;
      }
    | { readonly kind: 'failed'; readonly error: string }
    /** The receiver wants no more messages of this alert (410). */
    | { readonly kind: 'gone'; readonly error: string }
    /** The server lacks a setting for this way of delivery, such as SMTP_URL. */
    | { readonly kind: 'undeliverable'; readonly error: string }
  );

/** Never throws, unless `signal` was aborted. */
export type Send = (message: Message, signal: AbortSignal) => Promise<Outcome>;

/** The body of a webhook (decision N-14). */
export const bodyOf = ({ id, alert, createdAt, data, test }: Message): string =>
  JSON.stringify({
    id,
    type: `alert.${alert.trigger_type}.triggered`,
    created: createdAt,
    alert: { id: alert.id, name: alert.name },
    ...(test ? { test } : {}),
    data,
  });
