// The options of a tracker in a page.
import type { TrackerOptions } from '../core/tracker-types.js';
import type { EvmOptions } from '../wallets/evm-wallets.js';
import type { ReferralOptions } from './arrivals.js';
import type { SignalOptions } from './visitor-signals.js';

/** The options of a tracker in a page; only `writeKey` and `apiHost` are required. */
export interface BrowserOptions extends TrackerOptions, SignalOptions {
  /** Sends `page` on load and whenever a single-page app shows another view. Default true. */
  readonly pageViews?: boolean | undefined;
  /**
   * Records what wallets do: those that announce themselves (EIP-6963), and `window.ethereum`.
   * Default true. With `{ receipts: false }` wallets are not asked how transactions ended, which
   * then stays unknown.
   */
  readonly wallets?: boolean | EvmOptions | undefined;
  /** Stores nothing on the device: each page load is a visitor and a session of its own. Default false. */
  readonly cookieless?: boolean | undefined;
  /**
   * Where a page's URL names who referred the visitor. Default: its parameters `ref`, `referral`,
   * `refcode`.
   */
  readonly referral?: ReferralOptions | undefined;
}
