// The refusal that asks for a payment; http/error-answers.ts maps it to 402.
import type { PaymentChallenge } from '../../protocol/payments/challenge.js';

export class PaymentRequired extends Error {
  readonly body: PaymentChallenge;
  /** Of the header `WWW-Authenticate`. */
  readonly authenticate: string;

  constructor(body: PaymentChallenge, authenticate: string) {
    super(body.error);
    this.name = 'PaymentRequired';
    this.body = body;
    this.authenticate = authenticate;
  }
}
