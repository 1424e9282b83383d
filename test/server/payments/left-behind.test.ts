// Payments in progress when a process ends: they can be completed later, and are never collected twice.
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { ApplicationDatabase } from '../../../src/server/database/ports.js';
import { composePayments } from '../../../src/server/payments/compose-payments.js';
import type { PaymentVerifier } from '../../../src/server/payments/payment-verifier.js';
import { createCleanup } from '../../support/cleanup.js';
import { createTemporaryDirectory } from '../../support/temporary-directory.js';
import { openTestApplication } from '../database/application/open-test-application.js';
import { PAYMENTS } from './test-settings.js';

const cleanUp = createCleanup();
const PATH = '/v0/profiles/0x00000000000000000000000000000000000000aa';
const PROFILE = 'a profile';

let application: ApplicationDatabase;
/** Stands for the token contract: the nonces of collected payments. */
const collected: string[] = [];
let payments = 0;

beforeAll(async () => {
  const { path, remove } = await createTemporaryDirectory();
  application = await openTestApplication({ directory: join(path, 'application') });
  cleanUp(async () => {
    await application.close();
    await remove();
  });
});
beforeEach(() => {
  collected.length = 0;
});

const nonceOf = (payload: Readonly<Record<string, unknown>>): string =>
  String(Object(payload.authorization).nonce);

/** Collects each nonce once, as the token does. */
const honest: PaymentVerifier = {
  verify: async () => undefined,
  async settle({ payload, requirements: { network } }) {
    const nonce = nonceOf(payload.payload);
    if (collected.includes(nonce)) return { success: false, reason: 'authorization is used' };
    collected.push(nonce);
    return { success: true, transaction: `0x${nonce}`, network, payer: '0xpayer' };
  },
};

const never = new Promise<never>(() => {});

/** The payments of another process. */
const startGate = (verifier: PaymentVerifier = honest, database = application) =>
  composePayments({
    settings: PAYMENTS,
    application: database,
    publicUrl: () => 'http://127.0.0.1',
    secret: new Uint8Array(32),
    verifier,
  });

const newPayment = (): unknown => ({ authorization: { from: '0xPAYER', nonce: `n${++payments}` } });

const present = async (
  payload: unknown,
  gate = startGate(),
  work: () => Promise<string> = async () => PROFILE,
) => {
  const credential = { x402Version: 1, scheme: 'exact', network: 'base-sepolia', payload };
  const header = Buffer.from(JSON.stringify(credential)).toString('base64');
  const entry = await gate.enter({ url: PATH, headers: { 'x-payment': header } });
  return (await entry.deliver(work)).value;
};

/** Simulates a kill: resolves once the process hangs at the given step, from which it never continues. */
const killedWhile = (payload: unknown, at: 'work' | 'settle' | 'after settle') =>
  new Promise<void>((resolve) => {
    const hang = (): Promise<never> => {
      resolve();
      return never;
    };
    const settle: PaymentVerifier['settle'] = async (payment) => {
      if (at === 'after settle') await honest.settle(payment);
      return hang();
    };
    void present(payload, startGate({ ...honest, settle }), at === 'work' ? hang : undefined);
  });

/** Makes claimed payments look older by the given time. */
const leaveFor = (seconds: number) =>
  application.query(
    "UPDATE payments SET claimed_at = claimed_at - make_interval(secs => $1::integer) WHERE state = 'claimed'",
    [seconds],
  );

it.each(['work', 'settle'] as const)(
  'a payment whose process was killed in %s is refused for a while, and then collected once',
  async (at) => {
    const payment = newPayment();
    await killedWhile(payment, at);
    await leaveFor(60);
    await expect(present(payment)).rejects.toThrow('Send it again after 120 s');
    expect(collected).toEqual([]);
    await leaveFor(61);
    expect(await present(payment)).toBe(PROFILE);
    expect(collected).toHaveLength(1);
    await leaveFor(3_600);
    await expect(present(payment)).rejects.toThrow('already been used');
    expect(collected).toHaveLength(1);
  },
);

it('a payment collected before the kill is not collected again, and the error names it', async () => {
  const payment = newPayment();
  await killedWhile(payment, 'after settle');
  for (let times = 0; times < 2; times += 1) {
    await leaveFor(121);
    await expect(present(payment)).rejects.toThrow(/not known whether payment [0-9a-f]{64}/);
    // It is claimed again, so it cannot be presented at once.
    await expect(present(payment)).rejects.toThrow('Send it again after 120 s');
  }
  expect(collected).toHaveLength(1);
});

it('a slow process does not collect a payment that another has taken over', async () => {
  const payment = newPayment();
  let finish: (value: string) => void = () => {};
  let isWorking: () => void = () => {};
  const working = new Promise<void>((resolve) => {
    isWorking = resolve;
  });
  const slow = present(payment, startGate(), () => {
    isWorking();
    return new Promise((resolve) => {
      finish = resolve;
    });
  });
  await working;
  await leaveFor(121);
  const other = present(payment, startGate(), async () => {
    finish(PROFILE);
    await expect(slow).rejects.toThrow('in use');
    return PROFILE;
  });
  expect(await other).toBe(PROFILE);
  expect(collected).toHaveLength(1);
});

it('only one of several processes takes a payment over', async () => {
  const payment = newPayment();
  await killedWhile(payment, 'work');
  await leaveFor(121);
  const ends = await Promise.allSettled(Array.from({ length: 5 }, () => present(payment)));
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(collected).toHaveLength(1);
});

it('a payment taken over for a missing profile keeps its state', async () => {
  const payment = newPayment();
  await killedWhile(payment, 'after settle');
  await leaveFor(121);
  const notThere = async () => {
    throw new Error('There is no such profile.');
  };
  await expect(present(payment, startGate(), notThere)).rejects.toThrow('no such profile');
  await leaveFor(121);
  await expect(present(payment)).rejects.toThrow('It is not known');
  expect(collected).toHaveLength(1);
});

it('a payment without a nonce is never taken over', async () => {
  const payment = { signature: `s${++payments}` };
  await killedWhile(payment, 'work');
  await leaveFor(3_600);
  await expect(present(payment)).rejects.toThrow('already been used');
  expect(collected).toEqual([]);
});

it('a payment collected while the database goes away gives the profile once', async () => {
  const payment = newPayment();
  let isAway = false;
  const database: ApplicationDatabase = {
    ...application,
    query: (text, params) =>
      isAway ? Promise.reject(new Error('It is away.')) : application.query(text, params),
  };
  const settle: PaymentVerifier['settle'] = (given) => {
    isAway = true;
    return honest.settle(given);
  };
  expect(await present(payment, startGate({ ...honest, settle }, database))).toBe(PROFILE);
  await leaveFor(121);
  await expect(present(payment)).rejects.toThrow('It is not known');
  expect(collected).toHaveLength(1);
});
