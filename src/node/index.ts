// What `import ... from 'chaintrail/node'` gives.
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
export { createServerTracker, type ServerTrackerOptions } from './create-server-tracker.js';
export type { ExitOptions } from './exit-hooks.js';
export {
  expressTracking,
  type FastifyLike,
  fastifyTracking,
  type HonoLike,
  honoTracking,
  type NextTrackingOptions,
  nextTracking,
} from './middleware.js';
export type { SpoolSettings } from './node-options.js';
export type { ChainTransaction, TransactionSource } from './read-transaction.js';
export type { RequestLike } from './request/request-like.js';
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
