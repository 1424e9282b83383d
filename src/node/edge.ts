// What `import ... from 'chaintrail/edge'` gives: server-side tracking where there is no Node.
export { TrackerError } from '../core/tracker-error.js';
export type {
  DroppedEvent,
  DropReason,
  Identity,
  Properties,
  SignatureEvent,
  TrackerFault,
  TrackerStats,
  TransactionEvent,
  WalletRef,
  WritableEvent,
} from '../core/tracker-types.js';
export { createServerTracker, type EdgeTrackerOptions } from './create-edge-tracker.js';
export {
  type HonoLike,
  honoTracking,
  type NextTrackingOptions,
  nextTracking,
} from './middleware.js';
export type { ChainTransaction, TransactionSource } from './read-transaction.js';
export type { RequestLike } from './request/request-like.js';
export type { ScopeStorage } from './server-tracker.js';
export type {
  About,
  Acceptance,
  BoundVerbs,
  FullPolicy,
  ServerDeliveryOptions,
  ServerEventOptions,
  ServerPlugin,
  ServerTracker,
  ServerTransactionOptions,
  ServerVerbs,
} from './server-tracker-types.js';
