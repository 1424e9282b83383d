// The port behind payments: whoever can tell whether one is good, and collect it.
import type { PaymentRequirements } from '../../protocol/payments/challenge.js';

/** What a caller presents: x402, version 1. */
export interface PaymentPayload {
  readonly x402Version: number;
  readonly scheme: string;
  readonly network: string;
  /** As the scheme says; of `exact`, a signature and what it signs. */
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface Payment {
  readonly payload: PaymentPayload;
  readonly requirements: PaymentRequirements;
}

/** Proof that a payment was collected. */
export interface PaymentReceipt {
  readonly success: true;
  readonly transaction: string;
  readonly network: string;
  readonly payer: string;
}

export interface PaymentVerifier {
  /**
   * @returns why it is not good; `undefined` when it is
   * @throws {DomainError} SERVICE_UNAVAILABLE when nobody can tell now
   */
  verify(payment: Payment): Promise<string | undefined>;
  /**
   * @returns the receipt, or why nothing was collected
   * @throws {DomainError} SERVICE_UNAVAILABLE when it is unknown whether it was collected
   */
  settle(payment: Payment): Promise<PaymentReceipt | { readonly success: false; reason: string }>;
}
