// Limits for callers without a key: the rate of payments, and valid challenges.
import { expect, it } from 'vitest';
import { createRateLimiter } from '../../../src/server/http/rate-limit.js';
import { createChallenges } from '../../../src/server/payments/challenges.js';
import type { PaymentRequired } from '../../../src/server/payments/payment-required.js';
import { createPaymentGate } from '../../../src/server/payments/service.js';
import { PAYMENTS } from './test-settings.js';

const clock = { now: 0 };
const challenges = createChallenges({
  settings: PAYMENTS,
  publicUrl: () => 'http://127.0.0.1',
  secret: new Uint8Array(32),
  now: () => clock.now,
});

/** The fields of the challenge for a path. */
const askedFor = (path: string): Readonly<Record<string, string | undefined>> => {
  const { authenticate }: PaymentRequired = challenges.ask(challenges.requirementsOf(path), '');
  return Object.fromEntries(
    [...authenticate.matchAll(/(\w+)="([^"]*)"/g)].map(([, k, v]) => [k, v]),
  );
};

it('a challenge is valid for its own resource, for five minutes', () => {
  clock.now = 0;
  const [one, other] = [challenges.requirementsOf('/one'), challenges.requirementsOf('/other')];
  const asked = askedFor('/one');
  expect([challenges.isOurs(asked, one), challenges.isOurs(asked, other)]).toEqual([true, false]);
  clock.now = 299_999;
  expect(challenges.isOurs(asked, one)).toBe(true);
  clock.now = 300_000;
  expect(challenges.isOurs(asked, one)).toBe(false);
});

it('payments above the rate limit are refused without asking the facilitator', async () => {
  let verified = 0;
  const gate = createPaymentGate({
    workspaceId: 'ws_1',
    challenges,
    rateLimiter: createRateLimiter([{ ms: 1_000, limit: 2 }], () => 0),
    verifier: {
      verify: async () => {
        verified += 1;
        return 'it is made up';
      },
      settle: async () => ({ success: false, reason: '' }),
    },
    store: {} as Parameters<typeof createPaymentGate>[0]['store'],
  });
  const present = (payload: object) => {
    const credential = { x402Version: 1, scheme: 'exact', network: PAYMENTS.network, payload };
    const header = Buffer.from(JSON.stringify(credential)).toString('base64');
    return gate.enter({ url: '/one', headers: { 'x-payment': header } });
  };
  for (const n of [1, 2]) await expect(present({ n })).rejects.toThrow('it is made up');
  await expect(present({ n: 3 })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect(verified).toBe(2);
});
