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
   * The same without waiting, for a page about to vanish. `false`: this store cannot.
   * What it wrote is merged with what `append` may still manage to write, never doubled.
   */
  appendNow?(events: readonly QueuedEvent[]): boolean;
  /**
   * Up to `limit` of the oldest left-over events, which from now on belong to this tracker.
   * No event is given to two living trackers, nor twice to one.
   *
   * @param keep as many of the newest stay left over, default 0
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
   * @param body the batch: a JSON array of events
   * @param options.last the page may vanish before the answer; the request must outlive it
   */
  send(body: string, options: { readonly last: boolean }): Promise<SendResult>;
}

/** Time, and a way to be called later. Tests turn it by hand. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs once after `delayMs`; the answer cancels it. */
  after(delayMs: number, run: () => void): () => void;
}

/** What happens to the page or process the tracker lives in. Each answer stops listening. */
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

/** How the visitor came; none when nothing is new since it was asked. */
export type TakeArrival = () => Arrival | null | undefined;

/** The place a tracker runs in. */
export interface Ports {
  readonly store: EventStore;
  readonly keyValue: KeyValue;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly lifecycle: Lifecycle;
  readonly randomBytes: RandomBytes;
  /** What this place knows about itself at this moment, for `context`. */
  readonly readContext: () => Readonly<Record<string, unknown>>;
  /** Not where nothing is known of how visitors come. */
  readonly takeArrival?: TakeArrival | undefined;
  /** Whether nobody has come yet, and perhaps nobody will. */
  readonly isAhead?: (() => boolean) | undefined;
  /** Runs it when somebody comes; now, unless nobody has come yet. */
  readonly onArrival?: ((run: () => void) => void) | undefined;
  /** Whether no person but a program sits before this page. */
  readonly isBot?: (() => boolean) | undefined;
  /** Deletes what trackers of this project have stored here, but the consent. */
  readonly erase?: (() => void) | undefined;
  /** Tells the developer what is easily taken for a fault. */
  readonly notice?: ((message: string) => void) | undefined;
  /** Where an event's way is told in plain words; absent unless the app debugs. */
  readonly log?: ((message: string) => void) | undefined;
}

/** The same, where it is at least known that nothing is. */
export interface ArrivalPorts extends Ports {
  readonly takeArrival: TakeArrival;
}
