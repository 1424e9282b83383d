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

// The translation alone keeps a query within bounds of what it reads; these are the bounds of its cost,
// and a second line: whatever the text, nothing is written, and big answers fail rather than grow.
// Its memory is bounded by the database, as that of every statement: less where the machine has little.
const SETTINGS = [
  `max_execution_time = ${QUERY_SECONDS}`,
  `max_result_rows = ${QUERY_LIMIT.maximum}`,
  "result_overflow_mode = 'throw'",
  'max_rows_in_join = 50000000',
  'max_subquery_depth = 100',
  'function_range_max_elements_in_block = 10000000',
  'exact_rows_before_limit = 1',
  // Whoever reads in order stops at the limit, and counts no further.
  'optimize_read_in_order = 0',
].join(', ');

export const createQueryStore = (database: AnalyticsDatabase): QueryStore => ({
  run: (sql, projectIds, mostBytes) =>
    database.query(`${sql} SETTINGS ${SETTINGS}`, { projects: projectIds }, { mostBytes }),
});
