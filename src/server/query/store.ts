// Runs translated queries within bounds of time, memory and rows.
import { QUERY_LIMIT } from '../../protocol/limits.js';
import type { AnalyticsDatabase, AnalyticsResult } from '../database/ports.js';

export interface QueryStore {
  /** @param mostBytes of the answer, as JSON */
  run(
    sql: string,
    projectIds: readonly string[],
    mostBytes: number,
  ): Promise<AnalyticsResult<Record<string, unknown>>>;
}

export const QUERY_SECONDS = 20;

// What a query may read is decided by the translation alone. These settings bound its cost, and make big
// answers fail rather than grow. For all queries alike, the database sees to it that nothing is written, and
// bounds the memory: to less where the machine has little.
const SETTINGS = [
  `max_execution_time = ${QUERY_SECONDS}`,
  `max_result_rows = ${QUERY_LIMIT.maximum}`,
  "result_overflow_mode = 'throw'",
  'max_rows_in_join = 50000000',
  'max_subquery_depth = 100',
  'function_range_max_elements_in_block = 10000000',
  'exact_rows_before_limit = 1',
  // A read in order would stop at the LIMIT and not count the rows beyond it.
  'optimize_read_in_order = 0',
  // It is of all rows that are stored together. A query that fails at each row of its own would not fail where none
  // of them has an address, and so tell which wallets other workspaces have.
  "ignore_data_skipping_indices = 'ix_address'",
].join(', ');

export const createQueryStore = (database: AnalyticsDatabase): QueryStore => ({
  run: (sql, projectIds, mostBytes) =>
    database.query(`${sql} SETTINGS ${SETTINGS}`, { projects: projectIds }, { mostBytes }),
});
