// The messages between the server and the child process that runs chDB.

/** One statement, run on a session of its own. */
export interface Run {
  readonly kind: 'run';
  /** Statements run before it on the same session: settings and parameters. */
  readonly prepare: readonly string[];
  readonly sql: string;
  /** Of the answer. Default: as many as there are. */
  readonly mostBytes?: number;
  /** Past the limit of concurrent statements, so that a busy engine still answers that it lives. */
  readonly urgent?: boolean;
}

/** The first message: opens the data directory. */
export interface Open {
  readonly kind: 'open';
  readonly directory: string;
  /** Bytes that all statements together may take. */
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
