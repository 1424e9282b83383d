// The public face of server-side tracking: options, verbs, and who an event is about.
import type {
  DeliveryOptions,
  DroppedEvent,
  Identity,
  Plugin,
  Properties,
  SignatureEvent,
  TrackerFault,
  TrackerStats,
  WalletRef,
} from '../core/tracker-types.js';
import type { TransactionSource } from './read-transaction.js';
import type { RequestLike } from './request/request-like.js';

/** Who an event is about. Each part is optional; an event about nobody is the service's own. */
export interface About {
  /** The visitor, as the browser SDK names them. */
  readonly anonymousId?: string | undefined;
  /** The app's own id of the person. */
  readonly userId?: string | number | undefined;
  /** The wallet: EVM (any letter case) or Solana. */
  readonly address?: string | undefined;
  /** The visit that the event belongs to, as the browser SDK names it. */
  readonly sessionId?: string | undefined;
  /** Merged over the tracker's context, and that of the request around the call. */
  readonly context?: Properties | undefined;
}

/**
 * What a call may add. Each id replaces the same id of whoever the call is about: `{ userId }`
 * within a visitor's request says who that visitor is; an empty text leaves the id out, undefined
 * and null do not. For an event about somebody else use `for`.
 */
export interface ServerEventOptions extends About {
  /**
   * When it happened: a Date, milliseconds since 1970 or ISO 8601. Default, and for any other
   * value: now.
   */
  readonly timestamp?: Date | number | string | undefined;
  /** Your own id, at most 255 characters: the server counts an id once, however often it is sent. */
  readonly messageId?: string | undefined;
}

/** The same for a transaction, with what a hash or receipt does not contain. */
export interface ServerTransactionOptions extends ServerEventOptions {
  /** The chain, which receipts do not contain: a number, a hex or decimal string, or CAIP-2. */
  readonly chainId?: number | string | bigint | undefined;
  /** Name of the contract's function that is called. */
  readonly functionName?: string | undefined;
}

/**
 * What became of a call. `stored`: written to the spool. `queued`: kept in memory. `refused`: not kept,
 * which `onError` or `onDrop` explains.
 */
export type Acceptance = 'stored' | 'queued' | 'refused';

type Accepted = Promise<Acceptance>;

/** The verbs. None throws and no promise rejects; there is no need to await one unless you want to know. */
export interface ServerVerbs {
  /**
   * A page view; within a request its URL is filled in. `category` and `name` are optional
   * properties.
   */
  page(properties?: Properties, options?: ServerEventOptions): Accepted;
  /** Anything of the service's own. `revenue`, `volume` and `points` are numbers that add up. */
  track(event: string, properties?: Properties, options?: ServerEventOptions): Accepted;
  /** Who the visitor is, by the app's own id, a wallet's address or both; `traits` say more of them. */
  identify(
    who: string | number | Identity,
    traits?: Properties,
    options?: ServerEventOptions,
  ): Accepted;
  /** A wallet that is present in the visitor's browser. */
  detect(wallet: WalletRef, properties?: Properties, options?: ServerEventOptions): Accepted;
  /** A wallet that the visitor connected: it needs an `address`. */
  connect(wallet: WalletRef, properties?: Properties, options?: ServerEventOptions): Accepted;
  /** A wallet was disconnected. */
  disconnect(wallet?: WalletRef, properties?: Properties, options?: ServerEventOptions): Accepted;
  /** A wallet is on another chain (`chainId`). */
  chain(wallet: WalletRef, properties?: Properties, options?: ServerEventOptions): Accepted;
  /**
   * A signature that was asked for, given or refused, as its `status` says. Neither the signature
   * itself nor the message's text is sent, only the message's hash.
   */
  signature(
    signature: SignatureEvent,
    properties?: Properties,
    options?: ServerEventOptions,
  ): Accepted;
  /**
   * Takes a hash, a transaction or receipt of ethers v6 or viem as it is, or the fields themselves. Calldata
   * is always cut to its 4-byte selector.
   */
  transaction(
    transaction: TransactionSource,
    properties?: Properties,
    options?: ServerTransactionOptions,
  ): Accepted;
}

/** The verbs about one visitor. */
export interface BoundVerbs extends ServerVerbs {
  /** Who the visitor is, with the context. */
  readonly about: About;
}

/** Records the events of a service. No verb throws, and no promise but that of `flush` rejects. */
export interface ServerTracker extends ServerVerbs {
  /**
   * The same verbs, about one visitor: within a request or `run` no id is added from there, as when
   * staff act for a customer. `about.context` is merged over the context there.
   */
  for(about: About): BoundVerbs;
  /**
   * The same verbs, about the sender of a request: the ids from the browser SDK's cookies, and the
   * request's page and device.
   */
  forRequest(request: RequestLike): BoundVerbs;
  /**
   * Runs `call`: each verb called within it, also after an `await`, is about `about`, as with
   * `for`. Needs AsyncLocalStorage: in an edge runtime, pass it as the option `scope`; without it
   * `call` still runs.
   */
  run<T>(about: About, call: () => T): T;
  /**
   * Resolves when everything accepted before it is answered; rejects with a `TrackerError` after
   * `timeoutMs` (default 30,000), or as soon as the server refuses the write key. An ignored rejection
   * is not reported as unhandled.
   */
  flush(options?: { readonly timeoutMs?: number | undefined }): Promise<void>;
  /**
   * Sends what waits, for at most `timeoutMs` (default 5,000), and ends the tracker. The spool
   * keeps the rest; without one, each event that is left is dropped as `closed`. Never rejects.
   */
  close(options?: { readonly timeoutMs?: number | undefined }): Promise<void>;
  /** What became of the events so far: `accepted = delivered + queued + dropped`. */
  stats(): TrackerStats;
  /** Replaces a refused or rotated write key and resumes sending. */
  setWriteKey(writeKey: string): void;
}

/**
 * What to do with a call when no more can be kept. `drop-oldest`: the oldest events go. `reject`:
 * the call answers `refused`. `await`: once three quarters are full, the promise of a call resolves
 * when there is room again; callers that do not wait for it are refused at the bound. Every loss is
 * counted and told to `onDrop`.
 */
export type FullPolicy = 'drop-oldest' | 'reject' | 'await';

/** A plugin of a server tracker: it sees events, and has no page or `setup`. */
export type ServerPlugin = Pick<Plugin, 'name' | 'enrich'>;

/**
 * Settings of the queue and the sender. Defaults here: `flushAt` 100, `flushIntervalMs` 1,000,
 * `maxBatchBytes` 1,000,000, `maxQueueEvents` 100,000, `maxQueueBytes` 64,000,000, `maxAgeMs` 30 days.
 */
export interface ServerDeliveryOptions extends DeliveryOptions {
  /** Most events in a request. Default 1,000, which is also the most that a server takes. */
  readonly maxBatchEvents?: number | undefined;
  /** Requests at the same time. With more than one, batches may arrive in another order. Default 4. */
  readonly concurrency?: number | undefined;
  /** A request without its whole answer is given up and repeated. Milliseconds, default 10,000. */
  readonly requestTimeoutMs?: number | undefined;
  /** What to do when no more can be kept. Default `drop-oldest`. */
  readonly whenFull?: FullPolicy | undefined;
}

export interface CommonServerOptions extends ServerDeliveryOptions {
  /** The project's write key, as the server printed it. */
  readonly writeKey: string;
  /** Origin (and optional path) of the events server, such as `https://events.example.com`. */
  readonly apiHost: string;
  /** Plugins, which see each event in this order. Default: none. */
  readonly plugins?: readonly ServerPlugin[] | undefined;
  /** The base of each event's context, such as the service's name and version. Default: none. */
  readonly context?: Properties | undefined;
  /** Told once for each dropped event. */
  readonly onDrop?: ((event: DroppedEvent) => void) | undefined;
  /**
   * Told of faults: a refused key, a server that is not reached, a disk that fails, a wrong call, a
   * throwing plugin.
   */
  readonly onError?: ((fault: TrackerFault) => void) | undefined;
}
