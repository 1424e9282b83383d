// The engine settings of every statement, the same for chDB and a ClickHouse server.
import { quoteLiteral } from './sql-parameters.js';

/** The limits of a statement. */
export interface StatementLimits {
  readonly queryTimeoutMs: number;
  /** For loads, DDL and deletes. */
  readonly writeTimeoutMs: number;
  readonly queryMemoryBytes: number;
}

/** Engine settings by name. */
export type EngineSettings = Readonly<Record<string, string | number>>;

/** Default time limit of loads, DDL and deletes. */
export const WRITE_TIMEOUT_MS = 300_000;

/** An engine that has not answered so long after a statement's time limit is hung. */
export const HUNG_AFTER_MS = 15_000;

/** The longest time between a row's `stored_at`, set when its insert begins, and its visibility, when that ends. */
export const LONGEST_WRITE_MS = WRITE_TIMEOUT_MS + HUNG_AFTER_MS;

/**
 * How long reads may go on after the database is closed: the callers have gone, or the server ends anyway.
 */
export const LAST_READS_MS = 2_000;

export const statementSettings = (timeoutMs: number, memoryBytes: number): EngineSettings => ({
  max_execution_time: timeoutMs / 1_000,
  max_memory_usage: memoryBytes,
  // A grouping goes on in files before its statement fails. By default that begins at a share of what the whole
  // engine may use, which is more than a statement may.
  max_bytes_before_external_group_by: Math.floor(memoryBytes / 2),
  max_temporary_data_on_disk_size_for_query: 2 * memoryBytes,
  // Limited, because the answer is held in memory as a whole.
  max_result_bytes: 268_435_456,
  // Large, because with chDB a list of thousands of addresses is part of the statement's text.
  max_query_size: 67_108_864,
  output_format_json_quote_64bit_integers: 0,
  // On by default, which would answer an insert before it is stored.
  async_insert: 0,
  date_time_input_format: 'best_effort',
  // Deletions choose rows by those of other tables, which replicated tables refuse by default, since each replica
  // looks for itself. Nothing else is written meanwhile, and every deletion waits for all replicas.
  allow_nondeterministic_mutations: 1,
  // Days are UTC days, even for `today()` on a server in another time zone.
  session_timezone: 'UTC',
  // Safe, because the month is part of the key in every partitioned table: duplicates are in the same partition.
  do_not_merge_across_partitions_select_final: 1,
});

/**
 * One block for the whole file: each partition stores it as a whole, and its token alone tells whether it is
 * stored already. With several blocks, deduplication would depend on where the reader happened to split.
 */
const ONE_BLOCK = 1_000_000_000;

/** The settings that make a load repeatable, in addition to those of every statement. */
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
  // A lone surrogate in one event's text must not make a whole segment fail.
  input_format_json_throw_on_bad_escape_sequence: 0,
});

/** The statement that applies settings to a session. */
export const setSettings = (settings: EngineSettings): string =>
  `SET ${Object.entries(settings)
    .map(([name, value]) =>
      typeof value === 'number' ? `${name} = ${value}` : `${name} = ${quoteLiteral(value)}`,
    )
    .join(', ')}`;
