// Puts payments together on an open database.
import type { ApplicationDatabase } from '../database/ports.js';
import { createRateLimiter } from '../http/rate-limit.js';
import { createChallenges } from './challenges.js';
import { createFacilitator } from './facilitator.js';
import type { PaymentSettings } from './payment-settings.js';
import type { PaymentVerifier } from './payment-verifier.js';
import { createPaymentGate, type PaymentGate } from './service.js';
import { createPaymentsStore } from './store.js';

export interface PaymentsParts {
  readonly settings: PaymentSettings;
  readonly application: ApplicationDatabase;
  readonly publicUrl: () => string;
  readonly secret: Uint8Array;
  /** Default: the facilitator of the settings. */
  readonly verifier?: PaymentVerifier;
  /** Most payments that are looked at in a second; default 20. */
  readonly perSecond?: number;
}

const SECOND_MS = 1_000;

export const composePayments = (parts: PaymentsParts): PaymentGate => {
  const { settings, application, publicUrl, secret, perSecond = 20 } = parts;
  return createPaymentGate({
    workspaceId: settings.workspaceId,
    verifier: parts.verifier ?? createFacilitator(settings),
    challenges: createChallenges({ settings, publicUrl, secret }),
    store: createPaymentsStore(application),
    rateLimiter: createRateLimiter([{ ms: SECOND_MS, limit: perSecond }]),
  });
};
