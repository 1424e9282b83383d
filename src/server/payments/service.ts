// Lets callers without a key pay for an answer: checked before, collected after, and each payment once.
import { createHash } from 'node:crypto';
import { DomainError } from '../errors/domain-error.js';
import type { RateLimiter } from '../http/rate-limit.js';
import type { WorkspaceIdentity } from '../keys/api-keys.js';
import type { Challenges } from './challenges.js';
import { encode, type PresentedHeaders, readCredential } from './credential.js';
import type { Payment, PaymentReceipt, PaymentVerifier } from './payment-verifier.js';
import { type ClaimRequest, LEASE_SECONDS, type PaymentsStore } from './store.js';

/** A request whose payment is good, and not collected yet. */
export interface PaidEntry {
  readonly identity: WorkspaceIdentity;
  /**
   * Runs the work, then collects. When either fails nothing is answered, and nothing was collected unless
   * the error says so.
   */
  deliver<T>(work: () => Promise<T>): Promise<{
    readonly value: T;
    readonly headers: Readonly<Record<string, string>>;
  }>;
}

export interface PaymentGate {
  /** @throws PaymentRequired without a good payment; DomainError when nobody can tell */
  enter(request: PaidRequest): Promise<PaidEntry>;
}

export interface PaidRequest {
  /** Path with query. */
  readonly url: string;
  readonly headers: PresentedHeaders;
}

export interface PaymentGateParts {
  readonly workspaceId: string;
  readonly verifier: PaymentVerifier;
  readonly challenges: Challenges;
  readonly store: PaymentsStore;
  /** Strangers may present any number of payments, and each costs a request to the verifier. */
  readonly rateLimiter: RateLimiter;
  readonly now?: () => number;
}

export function createPaymentGate(parts: PaymentGateParts): PaymentGate {
  const { workspaceId, verifier, challenges, store, rateLimiter, now = Date.now } = parts;
  return {
    async enter({ url, headers }) {
      const requirements = challenges.requirementsOf(url);
      const refuse = (why: string) => challenges.ask(requirements, why);
      const credential = readCredential(headers);
      if (credential === undefined) throw refuse('An API key or a payment is required.');
      if (credential === null)
        throw refuse('The payment cannot be read: it must be an x402 payment of version 1.');
      const { form, payload, challenge } = credential;
      if (challenge !== undefined && !challenges.isOurs(challenge, requirements)) {
        throw refuse('The payment is for another challenge, or for one that has expired.');
      }
      if (payload.scheme !== requirements.scheme || payload.network !== requirements.network) {
        throw refuse(`The payment must be ${requirements.scheme} on ${requirements.network}.`);
      }
      if (rateLimiter.take('payments')?.isExceeded) throw tooMany();
      const payment: Payment = { payload, requirements };
      const fault = await verifier.verify(payment);
      if (fault !== undefined) throw refuse(`The payment is not valid: ${fault}.`);
      const projectIds = await store.projectsOf(workspaceId);
      const request = { ...identify(payment), workspaceId };
      return {
        identity: { keyId: 'payment', workspaceId, projectIds, scopes: new Set() },
        async deliver(work) {
          const claim = await store.claim(request);
          if (typeof claim === 'string') {
            const mayEnd = claim === 'claimed' && request.isRepeatable;
            throw refuse(mayEnd ? IN_USE : 'The payment has already been used.');
          }
          const value = await work().catch(async (error) => {
            // A payment that was taken over may have been collected before: it is never released as if it were new.
            if (!claim.isTakenOver) await store.release(claim);
            throw error;
          });
          // The work may have outlasted the lease: when another request has taken the payment over, it is not
          // collected here.
          const held = await store.renew(claim);
          if (held === undefined) throw refuse(IN_USE);
          const receipt = await verifier.settle(payment).catch((error) => {
            throw unknownEnd(claim.id, error);
          });
          if (!receipt.success) {
            if (claim.isTakenOver) throw unknownEnd(claim.id, new Error(receipt.reason));
            await store.release(held);
            throw refuse(`The payment was not collected: ${receipt.reason}.`);
          }
          // The caller has paid and gets the answer. If this cannot be stored the payment stays claimed, and it is
          // never taken twice.
          await store.settled(claim.id, receipt).catch(() => {});
          return { value, headers: receiptHeaders(receipt, form, now()) };
        },
      };
    },
  };
}

/**
 * Gives the same id to the same payment, however it is written. For the scheme `exact` it is made of the
 * payer's nonce, which the token's contract takes only once, however often it is presented (EIP-3009).
 */
function identify({ payload, requirements }: Payment): Pick<ClaimRequest, 'id' | 'isRepeatable'> {
  const { authorization } = payload.payload;
  const { from, nonce } = (authorization ?? {}) as Readonly<Record<string, unknown>>;
  const isRepeatable = typeof from === 'string' && typeof nonce === 'string';
  const what = isRepeatable
    ? [requirements.network, requirements.asset, from, nonce].join(' ').toLowerCase()
    : JSON.stringify(payload.payload);
  return { id: createHash('sha256').update(what).digest('hex'), isRepeatable };
}

const receiptHeaders = (receipt: PaymentReceipt, form: 'x402' | 'mpp', now: number) => ({
  'x-payment-response': encode(receipt, 'base64'),
  ...(form === 'x402'
    ? {}
    : {
        'payment-receipt': encode(
          {
            status: 'success',
            method: 'x402',
            timestamp: new Date(now).toISOString(),
            reference: receipt.transaction,
          },
          'base64url',
        ),
      }),
});

const tooMany = (): DomainError =>
  new DomainError('TOO_MANY_REQUESTS', 'Too many payments were sent. Wait a second.', {
    retryAfterSeconds: 1,
  });

const IN_USE = `The payment is in use, or it is not known whether it was collected. Send it again after ${LEASE_SECONDS} s.`;

/** The payment stays claimed until it is presented again: then the token tells whether it was collected. */
const unknownEnd = (id: string, cause: unknown): DomainError =>
  new DomainError(
    'SERVICE_UNAVAILABLE',
    `It is not known whether payment ${id} was collected. Send the same payment again after ${LEASE_SECONDS} s: it is never collected twice. If this repeats, ask the operator of this server.`,
    { cause },
  );
