// What `import ... from 'chaintrail'` gives.

export type {
  CaptureOptions,
  Exclusions,
  Pattern,
  PrivacyOptions,
} from '../core/capture-options.js';
export type { ConsentState } from '../core/consent.js';
export type { Touch } from '../core/touch.js';
export { TrackerError } from '../core/tracker-error.js';
export type {
  AnyEvents,
  DeliveryOptions,
  DroppedEvent,
  DropReason,
  EventOptions,
  Identity,
  Metrics,
  Plugin,
  Properties,
  SignatureEvent,
  Tracker,
  TrackerFault,
  TrackerOptions,
  TrackerStats,
  TransactionEvent,
  WalletRef,
  WritableEvent,
} from '../core/tracker-types.js';
export type { ReferralOptions } from './arrivals.js';
export type { BrowserOptions } from './browser-options.js';
export { createTracker } from './create-tracker.js';
export type { SignalOptions } from './visitor-signals.js';
