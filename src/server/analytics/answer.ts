// The answer to an analytics question, as the API words it.
import { plainNumber } from '../../protocol/plain-number.js';
import type { AnalyticsResult } from '../database/ports.js';

/** Unlike the engine's answer, it always has `rows_before_limit_at_least`. */
export interface AnalyticsAnswer<Row> {
  data: Row[];
  meta: { name: string; type: string }[];
  rows: number;
  rows_before_limit_at_least: number;
  statistics: { elapsed: number; rows_read: number; bytes_read: number };
}

export const answer = <Row>(result: AnalyticsResult<Row>): AnalyticsAnswer<Row> => ({
  data: result.data.map(withPlainNumbers),
  meta: result.meta.map(({ name, type }) => ({ name, type })),
  rows: result.rows,
  rows_before_limit_at_least: result.rows_before_limit_at_least ?? result.rows,
  statistics: { ...result.statistics },
});

const withPlainNumbers = <Row>(row: Row): Row =>
  Object.fromEntries(
    Object.entries(row as object).map(([name, value]) => [name, plainNumber(value)]),
  ) as Row;
