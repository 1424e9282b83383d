// The answer to a caller without a key where a payment opens the operation, too: x402, version 1.
import {
  anything,
  array,
  type Infer,
  integer,
  object,
  optional,
  record,
  string,
} from '../schema.js';

/** One way to pay (https://github.com/coinbase/x402, version 1). */
export const paymentRequirementsSchema = object(
  {
    scheme: string({ description: 'exact: this amount.' }),
    network: string({ description: 'Such as base.' }),
    maxAmountRequired: string({ description: 'In units of the asset.' }),
    resource: string({ description: 'What is paid for.' }),
    description: string(),
    mimeType: string(),
    payTo: string(),
    maxTimeoutSeconds: integer({ minimum: 1 }),
    asset: string({ description: 'Contract of the token.' }),
    extra: optional(record(anything(), { description: 'Domain for the signature (EIP-712).' })),
  },
  { title: 'PaymentRequirements' },
);

export type PaymentRequirements = Infer<typeof paymentRequirementsSchema>;

/** Without the envelope of other errors: x402 wants `error` as text. */
export const paymentChallengeSchema = object(
  {
    x402Version: integer({ minimum: 1 }),
    error: string(),
    accepts: array(paymentRequirementsSchema),
  },
  { title: 'PaymentChallenge' },
);

export type PaymentChallenge = Infer<typeof paymentChallengeSchema>;
