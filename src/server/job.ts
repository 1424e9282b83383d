// Work that the server does by the clock, beside answering.

export interface Job {
  start(): void;
  /** Ends it as soon as it can be gone on with by the next start. */
  close(): Promise<void>;
}
