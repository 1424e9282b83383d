// Work that the server does by the clock, independent of requests.

export interface Job {
  start(): void;
  /** Stops the work as soon as it is at a point from which the next start can continue. */
  close(): Promise<void>;
}
