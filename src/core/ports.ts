// Everything the tracker needs from the place it runs in.
import type { SendResult } from '../net/send-result.js';

export type { SendResult } from '../net/send-result.js';

import type { Arrival } from './touch.js';

/** An accepted event, as the queue carries and a store keeps it. */
export interface QueuedEvent {
  /** `message_id`: a version 7 UUID, so that ids sort by time. */
  readonly id: string;
  /** When it happened: milliseconds since 1970, by the tracker's clock. */
  readonly at: number;
  /** The event on the wire without `sent_at`: one JSON object. */
  readonly json: string;
}

/**
 * Keeps accepted events until they are acknowledged, across crashes where the platform can.
 *
 * The tracker itself remembers what it appended; the store is asked only for what is *left over*
 * from trackers that are gone (an earlier page, a crashed process).
 */
export interface EventStore {
  /** Resolves when the events are as safe as this store makes them. Rejects when it cannot keep them. */
  append(events: readonly QueuedEvent[]): Promise<void>;
  /**
   * The same without waiting, for a page about to vanish; `false` when this store cannot. An event
   * that `append` manages to write as well is never doubled.
   */
  appendNow?(events: readonly QueuedEvent[]): boolean;
  /**
   * Up to `limit` of the oldest left-over events, which from now on belong to this tracker. No
   * event is given to two living trackers, nor twice to one.
   *
   * @param keep how many of the newest events to leave in the store, default 0
   */
  take(limit: number, keep?: number): Promise<readonly QueuedEvent[]>;
  /** Forgets events, durably. Unknown ids are ignored. */
  acknowledge(ids: readonly string[]): Promise<void>;
  /** How many events the store holds: its own, the taken and the left-over. */
  size(): Promise<number>;
}

/** Small values kept between visits: identity and session. Never throws. */
export interface KeyValue {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

/** Carries batches to the events endpoint. */
export interface Transport {
  /**
   * @param body answers the batch: a JSON array of events, each with the time of the call. A
   *   transport that waits for its turn calls it when it has it.
   * @param options.last the page may vanish before the answer; the request must outlive it
   */
  send(body: () => string, options: { readonly last: boolean }): Promise<SendResult>;
}

/** Time, and a way to be called later. Tests turn it by hand. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `run` once, after `delayMs`; answers the function that cancels it. */
  after(delayMs: number, run: () => void): () => void;
}

/**
 * What happens to the page or process that the tracker lives in. Each method answers the function
 * that stops listening.
 */
export interface Lifecycle {
  /** Hidden, or (`leaving`) about to be unloaded or frozen. */
  onHide(run: (leaving: boolean) => void): () => void;
  /** Visible again, also when it comes back from the back/forward cache. */
  onShow(run: () => void): () => void;
  onOnline(run: () => void): () => void;
  isOnline(): boolean;
}

/** Random bytes fit for identifiers. */
export type RandomBytes = (count: number) => Uint8Array;

/** Answers how the visitor came, or nothing when that is not new since the last call. */
export type TakeArrival = () => Arrival | null | undefined;

/** The place a tracker runs in. */
export interface Ports {
  readonly store: EventStore;
  readonly keyValue: KeyValue;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly lifecycle: Lifecycle;
  readonly randomBytes: RandomBytes;
  /** What this place knows of itself at this moment (page, device), for an event's `context`. */
  readonly readContext: () => Readonly<Record<string, unknown>>;
  /** Absent where nothing is known of how visitors come. */
  readonly takeArrival?: TakeArrival | undefined;
  /** True while a page is prerendered: nobody sees it yet, and perhaps nobody will. */
  readonly isAhead?: (() => boolean) | undefined;
  /** Calls `run` when a prerendered page is shown; at once where the page is not prerendered. */
  readonly onArrival?: ((run: () => void) => void) | undefined;
  /** Whether a program, and no person, uses this page. */
  readonly isBot?: (() => boolean) | undefined;
  /** Deletes everything that trackers of this project have stored here, except the consent. */
  readonly erase?: (() => void) | undefined;
  /** Tells the developer of behaviour that is easily taken for a fault. */
  readonly notice?: ((message: string) => void) | undefined;
  /** Logs each event's way in plain words; absent without the option `debug`. */
  readonly log?: ((message: string) => void) | undefined;
}

/** The same, but with a `takeArrival` in any case, which may answer nothing. */
export interface ArrivalPorts extends Ports {
  readonly takeArrival: TakeArrival;
}
