// What `import ... from 'chaintrail/client'` gives.
export type {
  Alert,
  Board,
  Chart,
  Contract,
  Delivery,
  Key,
  Label,
  Open,
  Profile,
  Project,
  Segment,
} from './answers.js';
export type { ApiCall, ApiResponse } from './api-call.js';
export { Chaintrail, type RawCall } from './chaintrail.js';
export * from './errors.js';
export type { Logger, LogLevel } from './log.js';
export type {
  CallOptions,
  ClientOptions,
  Fetch,
  HeaderValues,
  Query,
  QueryValue,
} from './options.js';
export type { Page, PagedCall } from './pages.js';
export type { AlertEvent, WebhookHeaders, Webhooks } from './webhooks.js';
