// What is delivered, how a way of delivery is called, and what became of it.
import type { Alert, RecipientType } from '../../../protocol/alerts/alert.js';

/** What was found: an event or a wallet, as the receiver gets it. */
export type MatchData = Readonly<Record<string, unknown>>;

/** One message to one recipient. */
export interface Message {
  /** The same in each attempt. */
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
  /** How the answer begins. */
  readonly excerpt?: string;
}

export type Outcome = Answered &
  (
    | { readonly kind: 'delivered' }
    /** Not now; not before `afterMs` when the receiver said so. */
    | { readonly kind: 'retry'; readonly error: string; readonly afterMs?: number }
    | { readonly kind: 'failed'; readonly error: string }
    /** The receiver wants no more of this alert. */
    | { readonly kind: 'gone'; readonly error: string }
    /** This server is not set up for it. */
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
