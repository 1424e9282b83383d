// The ports of the two databases, independent of the engines behind them.

/**
 * A parameter of a SQL statement. Always bound, never inserted into the text.
 *
 * There is no Date: engines lose its milliseconds. Instants are bound as text: for Postgres ISO 8601;
 * for ClickHouse either `YYYY-MM-DD hh:mm:ss.mmm` as `{at:DateTime64(3, 'UTC')}`, or ISO 8601 as
 * `parseDateTime64BestEffort({at:String}, 3, 'UTC')`.
 */
export type SqlValue = string | number | bigint | boolean | null | readonly (string | number)[];

/** The answer to an analytics SELECT, in the shape of ClickHouse's JSON format. */
export interface AnalyticsResult<Row> {
  readonly data: readonly Row[];
  readonly meta: readonly { readonly name: string; readonly type: string }[];
  readonly rows: number;
  /** Present only when the statement has a LIMIT. */
  readonly rows_before_limit_at_least?: number;
  readonly statistics: {
    /** Seconds. */
    readonly elapsed: number;
    readonly rows_read: number;
    readonly bytes_read: number;
  };
}

export interface AnalyticsQueryOptions {
  /**
   * Most bytes of JSON: a larger answer rejects with DatabaseQueryError '396', unread. (The engine's own
   * limit counts a constant column once, however many rows it has.) Default: the memory limit of a statement.
   */
  readonly mostBytes?: number;
  /** Runs before statements that wait for their turn; only for queries that take next to no time. */
  readonly urgent?: boolean;
}

/**
 * The analytics database: ClickHouse's dialect. Parameters are written `{name:Type}` in the text.
 *
 * Every method but `isReady` rejects with DatabaseQueryError (`code`: ClickHouse's, such as '159' for a
 * statement that took too long) or DatabaseUnavailableError (the engine died, hangs, or is closed).
 */
export interface AnalyticsDatabase {
  /** Runs one SELECT. Cannot write. 64-bit integers come as numbers. */
  query<Row>(
    sql: string,
    params?: Readonly<Record<string, SqlValue>>,
    options?: AnalyticsQueryOptions,
  ): Promise<AnalyticsResult<Row>>;
  /** Runs a statement without a result (DDL, a delete). */
  execute(sql: string, params?: Readonly<Record<string, SqlValue>>): Promise<void>;
  /**
   * Loads a file of newline-delimited JSON rows into a table: whole or not at all in each partition, and once
   * for each `token`, so that repeating a load after a crash stores nothing twice.
   *
   * Keys are the names of columns; unknown ones are skipped, missing ones and nulls take the default.
   * Instants are ISO 8601. An object given to a String column is stored as its text, unchanged.
   *
   * @param request.file absolute path, without the characters `* ? { }`
   * @param request.token is recognised for as many loads as the table's deduplication window has (1,000)
   */
  load(request: {
    readonly table: string;
    readonly file: string;
    readonly token: string;
  }): Promise<void>;
  /** Whether the engine answers. Never throws. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Runs statements of the application database: Postgres' dialect, parameters written `$1`.
 *
 * Rows are plain objects: timestamps as ISO 8601 text in UTC with milliseconds, dates as `YYYY-MM-DD`,
 * JSON parsed, arrays as arrays, bigint as number (beyond 2^53 as bigint). JSON is bound as text.
 * Rejects with DatabaseQueryError (`code`: the SQLSTATE) or DatabaseUnavailableError.
 */
export interface ApplicationSql {
  query<Row>(sql: string, params?: readonly SqlValue[]): Promise<readonly Row[]>;
}

/** The application database: workspaces, projects, keys, boards, alerts and everything else except events. */
export interface ApplicationDatabase extends ApplicationSql {
  /**
   * Runs `work` in one transaction: all of it or, when it throws, nothing, isolated from other transactions.
   * Inside, only `sql` may be used: a call on the database itself would wait for the transaction to end, and
   * never return. On a shared server `work` is retried after a conflict, so its effects besides `sql` must be
   * repeatable.
   */
  transaction<T>(work: (sql: ApplicationSql) => Promise<T>): Promise<T>;
  /** Whether the engine answers. Never throws. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * A migration. Ids are never reused or reordered once released. A migration may be repeated after a crash, so
 * each statement must be repeatable (`IF NOT EXISTS`).
 */
export interface Migration {
  readonly id: string;
  readonly statements: readonly string[];
}
