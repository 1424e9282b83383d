// Has payments verified and settled by a facilitator over HTTP, as x402 version 1 describes one.
import { isObject } from '../../protocol/is-object.js';
import { DomainError } from '../errors/domain-error.js';
import { readBounded } from '../limits/read-bounded.js';
import type { Payment, PaymentVerifier } from './payment-verifier.js';

export interface FacilitatorOptions {
  readonly url: string;
  readonly key?: string;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;
const MOST_BYTES = 100_000;
const MOST_REASON = 200;

const VERDICT = { verify: 'isValid', settle: 'success' } as const;
/** How the error words what could not be done. */
const DONE = { verify: 'verified', settle: 'collected' } as const;

/** Statuses by which some facilitators refuse a payment that makes no sense, without a verdict in the body. */
const REFUSING = [400, 422];

export function createFacilitator(options: FacilitatorOptions): PaymentVerifier {
  const { url, key, timeoutMs = TIMEOUT_MS } = options;

  const ask = async (what: 'verify' | 'settle', { payload, requirements }: Payment) => {
    const { x402Version } = payload;
    try {
      const response = await fetch(`${url}/${what}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({
          x402Version,
          paymentPayload: payload,
          paymentRequirements: requirements,
        }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await readBounded(response, MOST_BYTES);
      const answer: unknown = JSON.parse(text ?? '');
      // A gateway in front of the facilitator may answer with JSON, too: only a verdict counts, or a refusing status.
      const isRefusal = what === 'verify' && REFUSING.includes(response.status);
      if (isObject(answer) && (isRefusal || typeof answer[VERDICT[what]] === 'boolean')) {
        return answer;
      }
    } catch {
      // Reported below without the text of this error, which may hold anything.
    }
    throw new DomainError(
      'SERVICE_UNAVAILABLE',
      `The payment facilitator does not answer, so the payment could not be ${DONE[what]}. Try again later.`,
    );
  };

  return {
    async verify(payment) {
      const { isValid, invalidReason } = await ask('verify', payment);
      return isValid === true ? undefined : reasonOf(invalidReason);
    },
    async settle(payment) {
      const answer = await ask('settle', payment);
      if (answer.success !== true) return { success: false, reason: reasonOf(answer.errorReason) };
      return {
        success: true,
        transaction: String(answer.transaction ?? ''),
        network: String(answer.network ?? payment.requirements.network),
        payer: String(answer.payer ?? ''),
      };
    },
  };
}

const reasonOf = (reason: unknown): string =>
  typeof reason === 'string' && reason !== ''
    ? reason.slice(0, MOST_REASON)
    : 'the facilitator gave no reason';
