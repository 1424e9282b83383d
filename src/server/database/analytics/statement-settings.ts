// The engine settings of every statement: the same on chDB and on a ClickHouse server.
import { quoteLiteral } from './sql-parameters.js';

/** Bounds of one statement. */
export interface StatementLimits {
  readonly queryTimeoutMs: number;
  /** Of loads, DDL and deletes. */
  readonly writeTimeoutMs: number;
  readonly queryMemoryBytes: number;
}

/** Engine settings by name. */
export type EngineSettings = Readonly<Record<string, string | number>>;

/** Default bound of loads, DDL and deletes. */
export const WRITE_TIMEOUT_MS = 300_000;

/** An engine that has not answered this long after it should have given up is hung. */
export const HUNG_AFTER_MS = 15_000;

/** No row is stamped longer before it can be seen: rows are stamped when their insert begins, and seen when it ends. */
export const LONGEST_WRITE_MS = WRITE_TIMEOUT_MS + HUNG_AFTER_MS;

/** How long reads may go on once the database is closed: who asked has gone, or the server ends all the same. */
export const LAST_READS_MS = 2_000;

export const statementSettings = (timeoutMs: number, memoryBytes: number): EngineSettings => ({
  max_execution_time: timeoutMs / 1_000,
  max_memory_usage: memoryBytes,
  // The answer passes through memory as a whole.
  max_result_bytes: 268_435_456,
  // The embedded engine reads a list of thousands of addresses as part of a statement.
  max_query_size: 67_108_864,
  output_format_json_quote_64bit_integers: 0,
  // On by default: an insert would be answered before it is stored.
  async_insert: 0,
  date_time_input_format: 'best_effort',
  // Days are those of UTC, also where a query says `today()` to a server in another time zone.
  session_timezone: 'UTC',
  // The month is in the key of every partitioned table, so no duplicate spans two partitions.
  do_not_merge_across_partitions_select_final: 1,
});

/**
 * One block for the whole file: it is stored as a whole in each partition, and its token alone says
 * whether it is there already. Split blocks would depend on how the reader happened to split.
 */
const ONE_BLOCK = 1_000_000_000;

/** Settings under which a load is repeatable, besides those of every statement. */
export const loadSettings = (token: string): EngineSettings => ({
  insert_deduplication_token: token,
  deduplicate_blocks_in_dependent_materialized_views: 1,
  min_insert_block_size_rows: ONE_BLOCK,
  min_insert_block_size_bytes: 0,
  max_insert_threads: 1,
  input_format_skip_unknown_fields: 1,
  input_format_null_as_default: 1,
  input_format_defaults_for_omitted_fields: 1,
  input_format_json_read_objects_as_strings: 1,
  // A lone surrogate in somebody's text must not keep a whole segment out.
  input_format_json_throw_on_bad_escape_sequence: 0,
});

/** The statement that gives a session its settings. */
export const setSettings = (settings: EngineSettings): string =>
  `SET ${Object.entries(settings)
    .map(([name, value]) =>
      typeof value === 'number' ? `${name} = ${value}` : `${name} = ${quoteLiteral(value)}`,
    )
    .join(', ')}`;
