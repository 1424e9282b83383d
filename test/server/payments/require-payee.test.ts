// A mistyped PAYMENT_TO fails at the start.
import { expect, it } from 'vitest';
import { requirePayee } from '../../../src/server/payments/require-payee.js';
import { PAYMENTS } from './test-settings.js';

const { payTo } = PAYMENTS;
const check = (address: string) => requirePayee({ ...PAYMENTS, payTo: address });

it('refuses an address whose checksum does not fit, and names it', () => {
  const mistyped = payTo.replace('f', '4');
  expect(() => check(mistyped)).toThrow(
    `PAYMENT_TO has a wrong checksum and is probably mistyped; it is "${mistyped}". Copy it anew, or write it in lower case.`,
  );
});

it('accepts a fitting checksum, addresses without one, and no payments', () => {
  check(payTo);
  check(payTo.toLowerCase());
  check(`0x${payTo.slice(2).toUpperCase()}`);
  requirePayee(undefined);
});
