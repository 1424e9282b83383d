// The messages between the server and the child process that runs chDB.

/** A statement, which is run in a session of its own. */
export interface Run {
  readonly kind: 'run';
  /** Statements that are run before it in the same session, for settings and parameters. */
  readonly prepare: readonly string[];
  readonly sql: string;
  /** Limit of the answer. Default: none. */
  readonly mostBytes?: number;
  /**
   * Runs beyond the limit of concurrent statements, so that a health check gets an answer from a busy engine.
   */
  readonly urgent?: boolean;
}

/** The first message: opens the data directory. */
export interface Open {
  readonly kind: 'open';
  readonly directory: string;
  /** Limit of all statements together. */
  readonly memoryLimitBytes: number;
}

/** The last message: ends the process once the running statements are done. */
export interface Close {
  readonly kind: 'close';
}

export type EngineCall = Open | Run | Close;

/** A call on the wire. */
export type EngineRequest = EngineCall & { readonly id: number };

/** Why a call failed. `code` is ClickHouse's, when the engine said one. */
export interface EngineFailure {
  readonly message: string;
  readonly code: string | null;
}

/** What the child answers. `json` is the engine's output in its JSON format; empty for DDL. */
export type EngineAnswer =
  | { readonly id: number; readonly ok: true; readonly json: Uint8Array }
  | { readonly id: number; readonly ok: false; readonly failure: EngineFailure };
