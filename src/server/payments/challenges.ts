// Asks for a payment in both forms: the body of x402, and the header of MPP, whose id only this server can make.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PaymentRequirements } from '../../protocol/payments/challenge.js';
import { encode } from './credential.js';
import { PaymentRequired } from './payment-required.js';
import type { PaymentSettings } from './payment-settings.js';

export interface Challenges {
  requirementsOf(path: string): PaymentRequirements;
  ask(requirements: PaymentRequirements, error: string): PaymentRequired;
  /** Whether the challenge in a credential was made by this server, for these requirements, and has not expired. */
  isOurs(challenge: Readonly<Record<string, unknown>>, requirements: PaymentRequirements): boolean;
}

export interface ChallengesOptions {
  readonly settings: Pick<PaymentSettings, 'payTo' | 'network' | 'asset' | 'amount'>;
  readonly publicUrl: () => string;
  readonly secret: Uint8Array;
  readonly now?: () => number;
}

const TIMEOUT_SECONDS = 300;
const METHOD = 'x402';
const INTENT = 'charge';

export function createChallenges(options: ChallengesOptions): Challenges {
  const { settings, publicUrl, secret, now = Date.now } = options;
  const realm = (): string => new URL(publicUrl()).host;
  const idOf = (request: string, expires: string): string =>
    createHmac('sha256', secret)
      .update(['payment challenge', realm(), METHOD, INTENT, request, expires].join('\n'))
      .digest('base64url');

  return {
    requirementsOf: (path) => ({
      scheme: 'exact',
      network: settings.network,
      maxAmountRequired: settings.amount,
      resource: `${publicUrl()}${path}`,
      description: 'One wallet profile.',
      mimeType: 'application/json',
      payTo: settings.payTo,
      maxTimeoutSeconds: TIMEOUT_SECONDS,
      asset: settings.asset.address,
      extra: { name: settings.asset.name, version: settings.asset.version },
    }),
    ask(requirements, error) {
      const request = encode(requirements, 'base64url');
      const expires = new Date(now() + TIMEOUT_SECONDS * 1_000).toISOString();
      const fields = {
        id: idOf(request, expires),
        realm: realm(),
        method: METHOD,
        intent: INTENT,
        expires,
        request,
      };
      const text = Object.entries(fields).map(([name, value]) => `${name}="${value}"`);
      const body = { x402Version: 1, error, accepts: [requirements] };
      return new PaymentRequired(body, `Payment ${text.join(', ')}`);
    },
    isOurs({ id, request, expires }, requirements) {
      if (typeof id !== 'string' || typeof expires !== 'string') return false;
      if (request !== encode(requirements, 'base64url')) return false;
      const isOver = !(Date.parse(expires) > now());
      return !isOver && isSame(id, idOf(String(request), expires));
    },
  };
}

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
