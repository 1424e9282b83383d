// Checks at the start that the address that is paid is not mistyped: what is sent to another one is lost.
import { spellAddress } from '../evm-address.js';
import { SettingsError } from '../settings/settings.js';
import type { PaymentSettings } from './payment-settings.js';

/** An address in one letter case has no checksum (EIP-55). */
const HAS_CHECKSUM = /^0x(?=.*[a-f])(?=.*[A-F])/;

/** @throws {SettingsError} when the letter case of PAYMENT_TO does not fit the address */
export function requirePayee(settings: PaymentSettings | undefined): void {
  if (settings === undefined) return;
  const { payTo } = settings;
  if (!HAS_CHECKSUM.test(payTo) || spellAddress(payTo) === payTo) return;
  throw new SettingsError([
    `PAYMENT_TO has a wrong checksum and is probably mistyped; it is "${payTo}". Copy it anew, or write it in lower case.`,
  ]);
}
