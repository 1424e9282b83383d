// The types of an app's own events: names and properties that the compiler checks.

/** Properties of an event, exactly as given. What JSON cannot carry is made to fit. */
export type Properties = Readonly<Record<string, unknown>>;

/** What can go into any event besides its own fields. */
export interface EventOptions {
  /** Merged over the context that the tracker reads. */
  readonly context?: Properties | undefined;
  /**
   * The caller's own id, at most 255 characters, such as one made of a transaction hash: two events
   * with the same id count once.
   */
  readonly messageId?: string | undefined;
}

/** Properties with a meaning of their own, in any event: the server adds the numbers up. */
export interface Metrics {
  readonly revenue?: number | undefined;
  readonly volume?: number | undefined;
  readonly points?: number | undefined;
  /** ISO 4217, or a token's symbol. */
  readonly currency?: string | undefined;
}

/** Any name and any properties: what a tracker without a type argument takes. */
export type AnyEvents = Record<string, Properties>;

/** What follows an event's name: its properties may be left out when none of them is required. */
export type TrackInput<P> = [P] extends [null | undefined]
  ? [properties?: Metrics, options?: EventOptions]
  : Record<never, never> extends P
    ? [properties?: P & Metrics, options?: EventOptions]
    : [properties: P & Metrics, options?: EventOptions];
