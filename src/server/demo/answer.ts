// The shape of what the demo page is told about its visitor. Shared by server and page; imports nothing.

/** One event as the events table holds it. */
export interface StoredEvent {
  readonly message_id: string;
  readonly type: string;
  /** Name of a custom event, otherwise empty. */
  readonly event: string;
  readonly user_id: string;
  readonly session_id: string;
  /** The active wallet at the time, otherwise empty. */
  readonly address: string;
  /** When it happened, ISO 8601, corrected for a wrong clock of the sender. */
  readonly timestamp: string;
  /** When the server took it, ISO 8601. */
  readonly received_at: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** How far one visitor came, counted by the server over all of the visitor's recent events. */
export interface VisitorFunnel {
  readonly pages: number;
  readonly connects: number;
  /** Transactions that reached a chain, each counted once whatever happened to it later. */
  readonly transactions: number;
}

/** Answer of `GET /demo/events`. */
export interface VisitorAnswer {
  /** Newest first. */
  readonly events: readonly StoredEvent[];
  readonly funnel: VisitorFunnel;
}
