// Sends the deliveries that are due, and records the outcome of each.
import type { Log } from '../../log.js';
import type { Message, Outcome, Send } from './delivery.js';
import type { ClaimedDelivery, DeliveryStore, Finish } from './delivery-store.js';
import { MOST_ATTEMPTS, retryDelayMs } from './retry-delay.js';

export interface DeliverParts {
  readonly store: DeliveryStore;
  readonly http: Send;
  readonly mail: Send;
  readonly log: Log;
  readonly now: () => number;
  readonly random?: () => number;
  /** Called after each attempt. */
  readonly onAttempt?: (type: Message['type'], outcome: Outcome['kind']) => void;
}

export interface Deliverer {
  /** Sends everything that is due, until nothing is. */
  deliverDue(signal: AbortSignal): Promise<void>;
  /** Sends one message now, and returns the outcome without recording it. */
  attempt(message: Message, signal: AbortSignal): Promise<Outcome>;
}

/** Longer than any attempt takes, so that no other process sends the same delivery meanwhile. */
const LEASE_MS = 120_000;
const AT_ONCE = 10;

export const iso = (at: number): string => new Date(at).toISOString();

export function createDeliverer(parts: DeliverParts): Deliverer {
  const { store, http, mail, log, now, random, onAttempt } = parts;

  const attempt: Deliverer['attempt'] = async (message, signal) => {
    const outcome = await (message.type === 'email' ? mail : http)(message, signal);
    onAttempt?.(message.type, outcome.kind);
    if (outcome.kind === 'retry' && outcome.forOperator !== undefined) {
      log.info(outcome.error, { delivery_id: message.id, reason: outcome.forOperator });
    }
    return outcome;
  };

  const send = async (delivery: ClaimedDelivery, signal: AbortSignal): Promise<void> => {
    let outcome: Outcome;
    try {
      outcome = await attempt(delivery, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      return store.release(delivery, iso(now()));
    }
    await store.finish(delivery, endOf(outcome, delivery.attempts), iso(now()));
    if (outcome.kind === 'gone') {
      await store.endAlert(delivery.alert.id, delivery.target, iso(now()));
    }
  };

  const endOf = (outcome: Outcome, attempts: number): Finish => {
    if (outcome.kind !== 'retry' || attempts >= MOST_ATTEMPTS) return finishOf(outcome);
    const waitMs = retryDelayMs(attempts, outcome.afterMs, random);
    return { ...finishOf(outcome), status: 'pending', nextAttemptAt: iso(now() + waitMs) };
  };

  return {
    attempt,
    async deliverDue(signal) {
      while (!signal.aborted) {
        const claimed = await store.claim(iso(now()), iso(now() + LEASE_MS), AT_ONCE);
        if (claimed.length === 0) return;
        const ends = await Promise.allSettled(claimed.map((one) => send(one, signal)));
        for (const end of ends) {
          // Its outcome was not recorded, so it is sent again when its lease ends.
          if (end.status === 'rejected')
            log.error(
              'The result of a delivery could not be stored; it is sent again.',
              end.reason,
            );
        }
      }
    },
  };
}

const STATUS = {
  delivered: 'delivered',
  retry: 'failed',
  failed: 'failed',
  gone: 'failed',
  undeliverable: 'undeliverable',
} as const;

/** The record of an outcome after which there is no further attempt. */
export const finishOf = (outcome: Outcome): Finish => ({
  status: STATUS[outcome.kind],
  responseStatus: outcome.status ?? null,
  excerpt: outcome.excerpt || null,
  error: outcome.kind === 'delivered' ? null : outcome.error,
  nextAttemptAt: null,
});
