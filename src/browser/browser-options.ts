// What a tracker in a page can be told.
import type { TrackerOptions } from '../core/tracker-types.js';
import type { EvmOptions } from '../wallets/evm-wallets.js';
import type { ReferralOptions } from './arrivals.js';
import type { SignalOptions } from './visitor-signals.js';

/** What a tracker in a page can be told; only `writeKey` and `apiHost` are required. */
export interface BrowserOptions extends TrackerOptions, SignalOptions {
  /** Sends `page` on load and whenever a single-page app shows another view. Default true. */
  readonly pageViews?: boolean | undefined;
  /**
   * Records what wallets do: those that announce themselves (EIP-6963), and `window.ethereum`. Default
   * true; `{ receipts: false }` asks wallets nothing of its own, so that how transactions ended stays unknown.
   */
  readonly wallets?: boolean | EvmOptions | undefined;
  /** Stores nothing on the device: each page load is a visitor and a session of its own. Default false. */
  readonly cookieless?: boolean | undefined;
  /** Where a page's address names who referred the visitor. */
  readonly referral?: ReferralOptions | undefined;
}
