// The tracker's public face: its options, its verbs, its numbers.
import type { CaptureOptions } from './capture-options.js';
import type { ConsentState } from './consent.js';
import type { Clock, KeyValue } from './ports.js';
import type { Touch } from './touch.js';
import type { AnyEvents, EventOptions, Properties, TrackInput } from './typed-events.js';

export type { AnyEvents, EventOptions, Metrics, Properties } from './typed-events.js';

/** Why an accepted event was given up. Each is counted by `stats()` and told to `onDrop`. */
export type DropReason =
  /** Older than `maxAgeMs` and still undeliverable. */
  | 'expired'
  /** The queue was at `maxQueueEvents` or `maxQueueBytes`; the oldest went. */
  | 'queue_full'
  /**
   * No request can carry it: over 5 MB or `maxQueueBytes`, or the server answered 413 for it alone.
   */
  | 'too_large'
  /** The server refused it alone: 400, 415 or 422. */
  | 'invalid'
  /** A plugin's `enrich` answered null, or an option leaves it out (`exclude`, `sampleRate`, ...). */
  | 'filtered'
  /** The visitor refused or withdrew the consent. */
  | 'consent'
  /** An event with the same message id is queued already. */
  | 'duplicate'
  /** What was kept on disk could not be read back. */
  | 'damaged'
  /**
   * A backend's `close()` ended before the server answered, and no spool keeps it. It may have
   * arrived.
   */
  | 'closed';

/** A fault worth telling the app about. Never thrown. */
export interface TrackerFault {
  /**
   * `unreachable` comes from a backend's tracker only; on a page, see `debug` for failed requests.
   */
  readonly code: 'unauthorized' | 'unreachable' | 'storage' | 'plugin' | 'invalid_call';
  /** What happened, to which value, and what to do. */
  readonly message: string;
  readonly cause?: unknown;
}

/** A dropped event, as the app is told of it. */
export interface DroppedEvent {
  readonly reason: DropReason;
  /** Empty where the event had none yet: when it was filtered, or waited for consent. */
  readonly messageId: string;
  readonly detail: string;
}

/** Counts since this tracker was made: `accepted = delivered + queued + (sum of dropped)`. */
export interface TrackerStats {
  readonly accepted: number;
  /** The part of `accepted` that an earlier page or process had left behind. */
  readonly recovered: number;
  readonly delivered: number;
  readonly queued: number;
  readonly dropped: Readonly<Partial<Record<DropReason, number>>>;
}

/** Settings of the queue and the sender. */
export interface DeliveryOptions {
  /** Send as soon as this many events wait. Default 20. */
  readonly flushAt?: number | undefined;
  /** Send what waits after this long. Milliseconds, default 1,000. */
  readonly flushIntervalMs?: number | undefined;
  /** Largest request body; a larger event goes alone. Bytes of UTF-8, default 200,000. */
  readonly maxBatchBytes?: number | undefined;
  /** Most events kept while they cannot be sent; beyond it the oldest go. Default 10,000. */
  readonly maxQueueEvents?: number | undefined;
  /** Most bytes kept while they cannot be sent. Default 20,000,000. */
  readonly maxQueueBytes?: number | undefined;
  /** Age at which an undeliverable event is given up. Milliseconds, default 7 days. */
  readonly maxAgeMs?: number | undefined;
}

/** Extends a tracker. A plugin that throws is isolated and named to `onError`. */
export interface Plugin {
  readonly name: string;
  /** Called once with the tracker. `close()` calls the function that it answers, if any. */
  setup?(tracker: Tracker, host: PluginHost): (() => void) | undefined;
  /**
   * Called before each verb and `flush`, with its name, which is also the type of the event that
   * the verb records, if any: lets a plugin record an event of its own first.
   */
  before?(verb: string): void;
  /** Sees each event before it is queued: answers it, a changed one, or null to drop it. */
  enrich?(event: WritableEvent): WritableEvent | null;
  /**
   * Adds what the wallet was not told of a transaction, such as the name of the called function.
   */
  describe?(transaction: TransactionEvent): TransactionEvent;
}

/** What a plugin gets besides the tracker's verbs. */
export interface PluginHost {
  /** The wallet in use, also one remembered from an earlier page. */
  wallet(): SharedWallet | null;
  /** Takes over the wallet that another tab stored, unless the two tabs use different wallets. */
  refreshWallet(): void;
  /** Makes a wallet the one in use, without an event. */
  useWallet(wallet: SharedWallet): void;
  /**
   * True for the first call with `key` in this session, on any page or tab, and when `content`
   * differs; at each call where nothing is recorded, as on an excluded page. False when consent is
   * denied.
   */
  firstInSession(key: string, content?: string): boolean;
  /** Tells the app of an exception that the plugin swallowed. */
  fault(cause: unknown): void;
  /** Whether `close()` was called: nothing more is recorded. */
  isClosed(): boolean;
  /** Identifies the visitor on this page: the same for the same person, another after `reset()`. */
  visitor(): string;
  /** The write key in use. */
  writeKey(): string;
  /** What an event would say of the page and the device now, in wire names. */
  context(): Properties;
  /** The transaction as each plugin's `describe` completes it. */
  describe(transaction: TransactionEvent): TransactionEvent;
  /** Values for later pages and other tabs; in memory only without consent. Shared by plugins. */
  readonly storage: KeyValue;
  readonly clock: Clock;
}

/** An event on its way through the plugins, in wire names. */
export interface WritableEvent {
  readonly type: string;
  readonly event: string | null;
  readonly properties: Properties | null;
  readonly context: Properties;
  readonly address: string | null;
  readonly user_id: string | null;
}

/** Where a tracker sends to, what it records, and whom it tells of what goes wrong. */
export interface TrackerOptions extends DeliveryOptions, CaptureOptions {
  /** The project's write key, as the server printed it. */
  readonly writeKey: string;
  /** Origin (and optional path) of the events server, such as `https://events.example.com`. */
  readonly apiHost: string;
  /** Plugins, which see each event in this order. Default: none. */
  readonly plugins?: readonly Plugin[] | undefined;
  /** Minutes without an event after which the next one begins a new session. Default 30. */
  readonly sessionIdleMinutes?: number | undefined;
  /** Logs each event's way on the console in plain words. Default false. */
  readonly debug?: boolean | undefined;
  /** Told once for each dropped event. */
  readonly onDrop?: ((event: DroppedEvent) => void) | undefined;
  /** Told of faults: a refused key or event, denied storage, a throwing plugin, a wrong call. */
  readonly onError?: ((fault: TrackerFault) => void) | undefined;
}

export interface WalletRef {
  /** The wallet's account: EVM (any letter case) or Solana. */
  readonly address?: string | undefined;
  /** A number, a hex or decimal string, or CAIP-2 (`eip155:1`). */
  readonly chainId?: number | string | bigint | undefined;
  /** The wallet's name, such as `MetaMask`. */
  readonly providerName?: string | undefined;
  /** The wallet's EIP-6963 reverse domain name, such as `io.metamask`. */
  readonly rdns?: string | undefined;
}

/** The wallet in use, as the pages of a site share it. */
export interface SharedWallet extends WalletRef {
  /** Host of the page that it is connected to: other subdomains may not be. Never sent. */
  readonly host?: string | undefined;
}

/** What is known of a signature that a wallet was asked for. */
export interface SignatureEvent extends WalletRef {
  readonly status: 'requested' | 'confirmed' | 'rejected' | 'failed';
  /** The RPC method, such as `personal_sign`. */
  readonly method?: string | undefined;
  readonly messageKind?: 'text' | 'siwe' | 'siws' | 'typed_data' | undefined;
  /** Keccak-256 with its 0x: of a message as EIP-191 signs it, of typed data as its JSON text. */
  readonly messageHash?: string | undefined;
  /** The text: sent only with `privacy: { messages: true }`, otherwise its hash alone. */
  readonly message?: string | undefined;
  /** Name of the main type of typed data (EIP-712). */
  readonly primaryType?: string | undefined;
  /** Domain of typed data: name, version, chainId, verifyingContract, as the app gave them. */
  readonly domain?: Properties | undefined;
  readonly errorCode?: number | string | undefined;
}

/** What is known of a transaction, or of a batch of calls, at one of its steps. */
export interface TransactionEvent extends WalletRef {
  /** `replaced`: another transaction took its place (`replacedBy`), sped up or cancelled in the wallet. */
  readonly status:
    | 'started'
    | 'rejected'
    | 'failed'
    | 'broadcasted'
    | 'replaced'
    | 'confirmed'
    | 'reverted';
  readonly transactionHash?: string | undefined;
  readonly to?: string | undefined;
  /** Wei (lamports): a bigint, a decimal string or a 0x-prefixed string. */
  readonly value?: bigint | string | number | undefined;
  /** Calldata; cut to its 4-byte selector unless the app asks for it (`privacy: { calldata: true }`). */
  readonly data?: string | undefined;
  readonly functionName?: string | undefined;
  /** Arguments by the names of the parameters, or by their position where these have none. */
  readonly functionArgs?: Properties | undefined;
  /** Codes of the apps that the transaction came through (ERC-8021). */
  readonly builderCodes?: readonly string[] | undefined;
  /** How many calls a batch (EIP-5792) has. */
  readonly callCount?: number | undefined;
  /** The wallet's id of the batch (EIP-5792). */
  readonly batchId?: string | undefined;
  /** Whether the batch must succeed or fail as one. */
  readonly atomic?: boolean | undefined;
  readonly errorCode?: number | string | undefined;
  /** Gas in the receipt: a bigint, a number, a decimal or a 0x-prefixed string. */
  readonly gasUsed?: bigint | string | number | undefined;
  readonly blockNumber?: bigint | string | number | undefined;
  /** The sender: a plain account, one with a contract's code (EIP-7702), or a contract. */
  readonly accountType?: 'eoa' | 'eip7702' | 'contract' | undefined;
  /** Hash of the user operation (ERC-4337) that `transactionHash` carried out. */
  readonly userOpHash?: string | undefined;
  /** The transaction of the same account and nonce that was mined instead. */
  readonly replacedBy?: string | undefined;
  readonly replacement?: 'sped_up' | 'cancelled' | 'other' | undefined;
}

export interface Identity {
  /** The app's own id of the person, at most 255 characters. */
  readonly userId?: string | number | undefined;
  /** The person's wallet: EVM (any letter case) or Solana. */
  readonly address?: string | undefined;
  /** The wallet's name, such as `MetaMask`. */
  readonly providerName?: string | undefined;
  /** The wallet's EIP-6963 reverse domain name, such as `io.metamask`. */
  readonly rdns?: string | undefined;
}

/**
 * Records events. No verb throws; `flush` and `close` are the only ones to wait for.
 *
 * @typeParam Events names the app's own events and their properties; without it any name goes
 */
export interface Tracker<Events extends object = AnyEvents> {
  /** A page view. `category` and `name` are optional properties with a meaning of their own. */
  page(properties?: Properties, options?: EventOptions): void;
  /** Anything of the app's own. `revenue`, `volume` and `points` are numbers that add up. */
  track<Name extends keyof Events & string>(event: Name, ...input: TrackInput<Events[Name]>): void;
  /** Who the visitor is. The same again in one session is not sent again. */
  identify(identity: string | number | Identity, traits?: Properties, options?: EventOptions): void;
  /** A wallet that is present in the browser. */
  detect(wallet: WalletRef, properties?: Properties, options?: EventOptions): void;
  /**
   * A wallet that the user connected; its address is in every later event of this page and of the
   * next ones. Another page that is open by then learns of it from its own wallet only.
   */
  connect(wallet: WalletRef, properties?: Properties, options?: EventOptions): void;
  /** A wallet was disconnected: by default the one in use, which later events do not name any more. */
  disconnect(wallet?: WalletRef, properties?: Properties, options?: EventOptions): void;
  /** The wallet is on another chain (`chainId`). */
  chain(wallet: WalletRef, properties?: Properties, options?: EventOptions): void;
  /** A signature that was asked for, given or refused, as its `status` says. Not the signature itself. */
  signature(signature: SignatureEvent, properties?: Properties, options?: EventOptions): void;
  /** A step of a transaction, as its `status` says: one event each, from `started` to `confirmed`. */
  transaction(transaction: TransactionEvent, properties?: Properties, options?: EventOptions): void;
  /** Forgets the person: new anonymous id, new session, no user id, no address. */
  reset(): void;
  /**
   * Resolves when everything accepted before it is answered; rejects with a `TrackerError` after
   * `timeoutMs` (default 30,000), or as soon as the server refuses the write key. An ignored rejection
   * is not reported as unhandled.
   */
  flush(options?: { readonly timeoutMs?: number | undefined }): Promise<void>;
  /** Stops listening, sends what it can within 5 seconds, leaves the rest to the next tracker. */
  close(): Promise<void>;
  /** What became of the events so far: `accepted = delivered + queued + dropped`. */
  stats(): TrackerStats;
  /** The visitor, as each event names them. */
  anonymousId(): string;
  /** Every account that this visitor has used here, at most ten, the last one first. */
  addresses(): readonly string[];
  /** How the visitor came for the first time and to the present session, each touch as a whole. */
  attribution(): { readonly first: Touch; readonly last: Touch };
  /**
   * Takes the visitor's choice, for all pages and subdomains. `granted` stores and sends what
   * waited; `denied` and `pending` delete what was stored and drop what waits. `pending` takes a
   * choice back: this page waits for another one, all others follow their option `consent` again.
   *
   * @returns the consent that holds now; without an argument nothing changes
   */
  consent(state?: ConsentState): ConsentState;
  /** Replaces a refused or rotated write key and resumes sending. */
  setWriteKey(writeKey: string): void;
}
